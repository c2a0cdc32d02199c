import { Stack, Title } from '@mantine/core';
import { shops } from '#contract/shops.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { summaryOf } from '../shop-summary/choose-tenancy.ts';
import { ShopInvoicesTable } from '../shop-summary/shop-invoices-table.tsx';
import { ShopPaymentsTable } from '../shop-summary/shop-payments-table.tsx';

export function TenancyLedgerPanel({ file, onChanged }: { file: TenancyFile; onChanged: () => void }) {
  const { shop_id: id, tenant_id } = file;
  const load = useLoad(`ledger of ${tenant_id} ${file.balance_amount} ${file.amount_due}`, async (signal) => {
    const { shop } = await api(shops.summary, { params: { id } }, { signal });
    return summaryOf(
      shop,
      shop.Tenancies.find(({ tenancy_id }) => tenancy_id === tenant_id),
      false,
    );
  });
  const reload = () => {
    load.reload();
    onChanged();
  };
  return (
    <AsyncState load={load} failure={t('tenancies.ledger.failed')}>
      {(shop) => (
        <>
          <Stack gap="xs">
            <Title order={2} size="h4">
              {t('tenancies.ledger.invoices')}
            </Title>
            <ShopInvoicesTable shop={shop} onChanged={reload} />
          </Stack>
          <Stack gap="xs">
            <Title order={2} size="h4">
              {t('tenancies.ledger.payments')}
            </Title>
            <ShopPaymentsTable shop={shop} onChanged={reload} />
          </Stack>
        </>
      )}
    </AsyncState>
  );
}
