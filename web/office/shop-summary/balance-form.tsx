import { Button, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { parseRupees, toRupees } from '#billing/money.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { sentenceOf } from '#web/client.ts';
import { useUnsavedGuard } from '#web/ui/form/use-unsaved-guard.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { actOnBooks, type Choices } from './change-ledger.ts';
import type { Notice } from './notice.ts';

interface BalanceFormProps {
  shop: ShopSummary;
  onChanged: (notice: Notice) => void;
}

/** Sets the balance of the shop, and says what that settled at once. */
export function BalanceForm({ shop, onChanged }: BalanceFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<number | string>();
  const [fault, setFault] = useState<string>();
  useUnsavedGuard(() => typed !== undefined && String(typed) !== String(shop.ShopBalance.balance_amount));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const amount = parseRupees(String(typed ?? ''));
    if (amount === undefined) {
      setFault('Enter an amount in rupees, such as 1250.50 or -300.');
      field.current?.focus();
      return;
    }
    setFault(undefined);
    const effect = await setBalance(shop, toRupees(amount));
    if (!effect) return;
    setTyped(undefined);
    onChanged({ sentence: 'Shop balance updated.', effect });
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="xs">
        <NumberInput
          ref={field}
          label="Set shop balance"
          description="Above 0 it settles open charges at once; below 0 it is a debt"
          decimalScale={2}
          thousandSeparator=","
          hideControls
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? shop.ShopBalance.balance_amount}
          onChange={setTyped}
          error={fault}
        />
        <Button type="submit" variant="default" disabled={typed === undefined}>
          Update Balance
        </Button>
      </Stack>
    </form>
  );
}

/** Asks, and sets it; undefined when it was not confirmed or failed. */
function setBalance({ shop_id, ShopBalance }: ShopSummary, balance_amount: number) {
  const [from, to] = [formatMoney(ShopBalance.balance_amount), formatMoney(balance_amount)];
  return actOnBooks({
    question: {
      title: `Set the balance of ${shop_id}?`,
      sentence: `The balance of ${shop_id} is set from ${from} to ${to}.`,
      confirmLabel: 'Set balance',
      asksReason: true,
    },
    send: async (query, choices: Choices) => {
      const body = { balance_amount, ...choices };
      const answer = await api(shops.setBalance, { params: { id: shop_id }, query, body });
      return { ...answer, balance_amount: answer.data.balance_amount };
    },
    failed: (error) => sentenceOf(error, 'Failed to update balance.'),
  });
}
