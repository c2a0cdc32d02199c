import { Button, Group, Stack } from '@mantine/core';
import { IconBuildingStore, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { shops } from '#contract/shops.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { TenancyChargesPanel } from '../other-charges/tenancy-charges-panel.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { AgreementPanel } from './agreement-form.tsx';
import { DepositTable } from './deposit-table.tsx';
import { HistoryTable } from './history-table.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { PersonalDataPanel } from './personal-data-panel.tsx';
import classes from './tenancies.module.css';
import { TenancyDetailsPanel } from './tenancy-details-panel.tsx';
import { TenancyLedgerPanel } from './tenancy-ledger-panel.tsx';
import { TermTable } from './term-table.tsx';

export function TenancyPage() {
  const { id = '' } = useParams();
  const load = useLoad(`tenancy ${id}`, (signal) => api(tenancies.get, { params: { id } }, { signal }));
  const file = load.data;
  return (
    <Screen
      path="/tenancy/:id"
      {...(file && { title: file.name, subtitle: <Period file={file} />, actions: <FileActions file={file} /> })}
    >
      <AsyncState load={load} failure={t('tenancies.page.failed')}>
        {(loaded) => (
          <Stack gap="xl">
            <div className={classes.file}>
              <Stack gap="md">
                <MoneyPanel file={loaded} onChanged={load.reload} />
                <TenancyDetailsPanel file={loaded} />
                <AgreementPanel key={`${loaded.tenant_id} ${loaded.erased_at}`} file={loaded} onSaved={load.reload} />
                <PersonalDataPanel file={loaded} onChanged={load.reload} />
              </Stack>
              <Stack gap="xl">
                <TenancyChargesPanel tenancyId={loaded.tenant_id} />
                <DepositTable file={loaded} />
                <TermTable terms={loaded.Terms} />
              </Stack>
            </div>
            <TenancyLedgerPanel file={loaded} onChanged={load.reload} />
            <HistoryTable file={loaded} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function Period({ file: { shop_id: shop, started_on, ended_on } }: { file: TenancyFile }) {
  const from = formatOfficeDay(started_on);
  if (ended_on === null) return t('tenancies.page.since', { shop, from });
  return (
    <Group gap="xs">
      <StatusChip status="Unpaid" word={t('tenancies.page.former')} />
      {t('tenancies.page.period', { shop, from, until: formatOfficeDay(ended_on) })}
    </Group>
  );
}

function FileActions({ file }: { file: TenancyFile }) {
  const mayWrite = useMay('books.write');
  const { tenant_id, shop_id, ended_on } = file;
  const shop = encodeURIComponent(shop_id);
  return (
    <>
      <Button
        component={Link}
        to={`/shop-summary/${shop}?tenancy=${tenant_id}`}
        variant="default"
        leftSection={<IconBuildingStore size={18} aria-hidden />}
      >
        {t('tenancies.page.openShop')}
      </Button>
      {mayWrite && ended_on === null && (
        <Button
          component={Link}
          to={`/end-tenancy/${tenant_id}`}
          variant="default"
          leftSection={<IconUserMinus size={18} aria-hidden />}
        >
          {t('tenancies.page.end')}
        </Button>
      )}
      {mayWrite && ended_on !== null && <LetAgain shopId={shop_id} />}
    </>
  );
}

function LetAgain({ shopId }: { shopId: string }) {
  const { data = [] } = useLoad('vacant shops', (signal) => api(shops.withoutTenants, {}, { signal }));
  if (!data.some(({ shop_id }) => shop_id === shopId)) return null;
  return (
    <Button
      component={Link}
      to={`/add-tenant?shop=${encodeURIComponent(shopId)}`}
      leftSection={<IconUserPlus size={18} aria-hidden />}
    >
      {t('tenancies.page.letAgain')}
    </Button>
  );
}
