import { Group, Tabs, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { AmountDuePanel } from './amount-due-panel.tsx';
import { BalancePanel } from './balance-form.tsx';
import { FormerTenantPanel, ShopDetailsPanel, TenantDetailsPanel } from './details-panel.tsx';
import { GenerateInvoiceForm } from './generate-invoice-form.tsx';
import { type Notice, NoticePanel } from './notice-panel.tsx';
import { ShopInvoicesTable } from './shop-invoices-table.tsx';
import { ShopPaymentsTable } from './shop-payments-table.tsx';
import classes from './shop-summary.module.css';
import { StatementTable } from './statement-table.tsx';
import { TenancyPanel } from './tenancy-panel.tsx';
import { useTenancyChoice } from './use-tenancy-choice.ts';

interface ShopLedgerPanelProps {
  shopId: string;
  fallback: string;
}

/** The notice stays even when loading fails: a payment and its receipt must not look lost. */
export function ShopLedgerPanel({ shopId, fallback }: ShopLedgerPanelProps) {
  const load = useLoad(`shop summary ${shopId}`, (signal) =>
    api(shops.summary, { params: { id: shopId } }, { signal }),
  );
  const [notice, setNotice] = useState<Notice>();
  const [changes, setChanges] = useState(0);
  const change = (next?: Notice) => {
    setNotice(next);
    setChanges((before) => before + 1);
    load.reload();
  };
  const shop = load.data?.shop;
  return (
    <>
      {shop && <ShopTitle shop={shop} />}
      <NoticePanel notice={notice} onClose={() => setNotice(undefined)} />
      {shop && <Ledger shop={shop} changes={changes} onChanged={change} />}
      {!shop && load.isLoading && (
        <Waiting>
          <SkeletonLines count={8} />
        </Waiting>
      )}
      {!shop && !load.isLoading && (
        <Failure sentence={sentenceFor(load.error, fallback)} error={load.error} retry={load.reload} />
      )}
    </>
  );
}

/** Failure itself explains a lost connection. */
function sentenceFor(error: unknown, fallback: string): string {
  const isSaid = error instanceof CallError && error.status !== 0 && error.message !== '';
  return isSaid ? error.message : fallback;
}

function ShopTitle({ shop }: { shop: ShopSummary }) {
  return (
    <Group gap="xs" align="baseline">
      <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {shop.shop_id} · {shop.shop_name}
      </Title>
      <Text c="dimmed" size="sm">
        {shop.Tenant?.name ?? t('shop-summary.page.vacant')}
      </Text>
    </Group>
  );
}

interface LedgerProps {
  shop: ShopSummary;
  /** Rises with every change of the accounts. */
  changes: number;
  onChanged: (notice?: Notice) => void;
}

function Ledger({ shop, changes, onChanged }: LedgerProps) {
  const mayWrite = useMay('books.write');
  const choice = useTenancyChoice(shop);
  const { shown, tenancy, tenancyId } = choice;
  return (
    <>
      <TenancyPanel shop={shop} choice={choice} />
      <div className={classes.ledger}>
        <div className={classes.due}>
          <AmountDuePanel key={tenancyId} shop={shown} tenancyId={tenancyId} onChanged={onChanged} />
        </div>
        <div className={classes.tabs}>
          <LedgerTabs shop={shown} changes={changes} onChanged={onChanged} />
        </div>
        <div className={classes.details}>
          {mayWrite && (
            <GenerateInvoiceForm
              key={tenancyId}
              shopId={shop.shop_id}
              tenancyId={tenancyId}
              months={tenancy?.months_to_bill}
              onGenerated={onChanged}
            />
          )}
          <ShopDetailsPanel shop={shop} />
          {tenancy && tenancy.ended_on !== null ? (
            <FormerTenantPanel tenancy={tenancy} />
          ) : (
            shop.Tenant && <TenantDetailsPanel tenant={shop.Tenant} />
          )}
          {mayWrite && (
            <BalancePanel key={`balance ${tenancyId}`} shop={shown} tenancyId={tenancyId} onChanged={onChanged} />
          )}
        </div>
      </div>
    </>
  );
}

const TABS = ['payments', 'invoices', 'statement'] as const;

function LedgerTabs({ shop, changes, onChanged }: LedgerProps) {
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get('tab')) ?? 'payments';
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => change({ tab: chosen === 'payments' ? undefined : (chosen ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="sm" aria-label={t('shop-summary.tabs.label')}>
        <Tabs.Tab value="payments">{t('shop-summary.tabs.payments')}</Tabs.Tab>
        <Tabs.Tab value="invoices">{t('shop-summary.tabs.invoices')}</Tabs.Tab>
        <Tabs.Tab value="statement">{t('shop-summary.tabs.statement')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="payments">
        <ShopPaymentsTable shop={shop} onChanged={() => onChanged()} />
      </Tabs.Panel>
      <Tabs.Panel value="invoices">
        <ShopInvoicesTable shop={shop} onChanged={() => onChanged()} />
      </Tabs.Panel>
      <Tabs.Panel value="statement">
        <StatementTable shopId={shop.shop_id} changes={changes} />
      </Tabs.Panel>
    </Tabs>
  );
}
