import IconChevronDown from 'virtual:icons/chevron-down';
import IconChevronUp from 'virtual:icons/chevron-up';
import { Button, Collapse, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useId, useRef, useState } from 'react';
import { parseRupees, toRupees } from '#billing/money.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { changeLedger, type LedgerChoices } from './change-ledger.ts';
import type { Notice } from './notice-panel.tsx';

interface BalanceFormProps {
  shop: ShopSummary;
  tenancyId: number | undefined;
  onChanged: (notice?: Notice) => void;
}

interface BalancePanelProps extends BalanceFormProps {
  startsOpen?: boolean;
}

/**
 * The panel that sets the balance. In the summary of a shop it is collapsed at first, so that nobody records a payment
 * in it by mistake. In the settings it is open, as specified.
 */
export function BalancePanel({ startsOpen = false, ...props }: BalancePanelProps) {
  const [isOpen, { toggle }] = useDisclosure(startsOpen);
  const id = useId();
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('shop-summary.balance.panel')}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Chevron size={16} aria-hidden />}
        onClick={toggle}
      >
        {t('shop-summary.balance.panel')}
      </Button>
      <Collapse expanded={isOpen} transitionDuration={0} id={id}>
        <BalanceForm {...props} />
      </Collapse>
    </Paper>
  );
}

/** A balance above 0 pays open charges immediately. */
function BalanceForm({ shop, tenancyId, onChanged }: BalanceFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<number | string>();
  const [fault, setFault] = useState<string>();
  useUnsavedGuard(() => typed !== undefined && String(typed) !== String(shop.ShopBalance.balance_amount));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const amount = parseRupees(String(typed ?? ''));
    if (amount === undefined) {
      setFault(t('shop-summary.balance.invalid'));
      field.current?.focus();
      return;
    }
    setFault(undefined);
    const effect = await setBalance(shop, { balance: toRupees(amount), tenancyId, onStale: onChanged });
    if (!effect) return;
    setTyped(undefined);
    onChanged({ sentence: effect.message, effect });
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="xs">
        <AmountField
          ref={field}
          label={t('shop-summary.balance.label')}
          description={t('shop-summary.balance.description')}
          value={typed ?? shop.ShopBalance.balance_amount}
          onChange={setTyped}
          error={fault}
        />
        <Button type="submit" variant="default" disabled={typed === undefined}>
          {t('shop-summary.balance.save')}
        </Button>
      </Stack>
    </form>
  );
}

interface WantedBalance {
  balance: number;
  tenancyId: number | undefined;
  onStale: () => void;
}

function setBalance(
  { shop_id, ShopBalance }: ShopSummary,
  { balance: balance_amount, tenancyId, onStale }: WantedBalance,
) {
  const ifMatch = versionOf(shops.setBalance, ShopBalance);
  const from = formatMoney(ShopBalance.balance_amount);
  const to = formatMoney(balance_amount);
  return changeLedger({
    question: {
      title: t('shop-summary.balance.title', { shop: shop_id }),
      sentence: t('shop-summary.balance.sentence', { shop: shop_id, from, to }),
      confirmLabel: t('shop-summary.balance.action'),
      needsReason: true,
    },
    send: async (query, choices: LedgerChoices) => {
      const body = { balance_amount, ...(tenancyId !== undefined && { tenancy_id: tenancyId }), ...choices };
      try {
        const answer = await api(shops.setBalance, { params: { id: shop_id }, query, body }, { ifMatch });
        return { ...answer, balance_amount: answer.data.balance_amount };
      } catch (error) {
        if (isChangedMeanwhile(error)) onStale();
        throw error;
      }
    },
    failed: t('shop-summary.balance.failed'),
  });
}
