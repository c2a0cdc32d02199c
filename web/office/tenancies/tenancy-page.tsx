import IconBuildingStore from 'virtual:icons/building-store';
import IconUserMinus from 'virtual:icons/user-minus';
import IconUserPlus from 'virtual:icons/user-plus';
import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { type Day, isMonth } from '#billing/calendar.ts';
import { type Language, languages } from '#contract/languages.ts';
import { shops } from '#contract/shops.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { EmailLink } from '#web/ui/format/person.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { type Detail, DetailList } from '#web/ui/table/column-list.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { DirectoryPanel } from '../directory/directory-panel.tsx';
import { TenancyChargesPanel } from '../other-charges/tenancy-charges-panel.tsx';
import { summaryOf } from '../payments/take/choose-tenancy.ts';
import { placeOf } from '../place-of.ts';
import { RemindersPanel } from '../reminders/reminders.tsx';
import { TenancyMessagesPanel } from '../rent-messages/tenancy-messages.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ShopInvoicesTable } from '../shop-summary/shop-invoices-table.tsx';
import { ShopPaymentsTable } from '../shop-summary/shop-payments-table.tsx';
import { TenantPagePanel } from '../tenant-pages/page-panel.tsx';
import { HistoryTable } from './history-table.tsx';
import { MoneyPanel } from './money/money-panel.tsx';
import { PersonalDataPanel } from './personal-data-panel.tsx';
import { SameTenantPanel } from './same-tenant-panel.tsx';
import classes from './tenancies.module.css';
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
                <SameTenantPanel file={loaded} onChanged={load.reload} />
                <AgreementPanel key={`${loaded.tenant_id} ${loaded.erased_at}`} file={loaded} onSaved={load.reload} />
                <TenantPagePanel file={loaded} />
                <DirectoryPanel file={loaded} />
                <TenancyMessagesPanel file={loaded} />
                <PersonalDataPanel file={loaded} onChanged={load.reload} />
              </Stack>
              <Stack gap="xl">
                <TenancyChargesPanel tenancyId={loaded.tenant_id} />
                <DepositTable file={loaded} />
                <TermTable terms={loaded.Terms} />
              </Stack>
            </div>
            <RemindersPanel tenancyId={loaded.tenant_id} />
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
  return (
    <>
      <Button
        component={Link}
        to={placeOf('/shop-summary/:shopId', { shopId: shop_id, tenancy: tenant_id })}
        variant="default"
        leftSection={<IconBuildingStore size={18} aria-hidden />}
      >
        {t('tenancies.page.openShop')}
      </Button>
      {mayWrite && ended_on === null && (
        <Button
          component={Link}
          to={placeOf('/end-tenancy/:id', { id: tenant_id })}
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
      to={placeOf('/add-tenant', { shop: shopId })}
      leftSection={<IconUserPlus size={18} aria-hidden />}
    >
      {t('tenancies.page.letAgain')}
    </Button>
  );
}

function TenancyLedgerPanel({ file, onChanged }: { file: TenancyFile; onChanged: () => void }) {
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
            <ShopInvoicesTable shop={shop} onChanged={reload} pageSize={PAGE_SIZE} />
          </Stack>
          <Stack gap="xs">
            <Title order={2} size="h4">
              {t('tenancies.ledger.payments')}
            </Title>
            <ShopPaymentsTable shop={shop} onChanged={reload} pageSize={PAGE_SIZE} />
          </Stack>
        </>
      )}
    </AsyncState>
  );
}

function TenancyDetailsPanel({ file }: { file: TenancyFile }) {
  const mayWrite = useMay('books.write');
  const title = t('tenancies.details.title');
  const { started_on, ended_on, last_billed_month: billed } = file;
  const details: readonly Detail[] = [
    [t('tenancies.details.name'), file.name],
    [t('tenancies.details.contact'), file.contact],
    [t('tenancies.details.address'), file.address],
    [
      t('tenancies.details.email'),
      file.email === null ? t('tenancies.details.noEmail') : <EmailLink key="email" email={file.email} />,
    ],
    [t('tenancies.details.shop'), `${file.shop_id} · ${file.shop_name}`],
    [t('tenancies.details.from'), formatOfficeDay(started_on)],
    ...(ended_on === null ? [] : [[t('tenancies.details.until'), formatOfficeDay(ended_on)] as const]),
    [
      t('tenancies.details.lastBilled'),
      billed !== null && isMonth(billed) ? formatMonth(billed) : t('tenancies.details.neverBilled'),
    ],
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {mayWrite && file.erased_at === null && (
          <Anchor component={Link} to={placeOf('/edit-tenant/:id', { id: file.tenant_id })} size="sm">
            {t('tenancies.page.editTenant')}
          </Anchor>
        )}
      </Group>
      <DetailList details={details} />
    </Paper>
  );
}

type DepositRow = TenancyFile['Deposits'][number];

const PAGE_SIZE = 10;

function DepositTable({ file }: { file: TenancyFile }) {
  const columns = useMemo(depositColumns, []);
  const title = t('tenancies.deposits.title');
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<DepositRow>
        label={title}
        columns={columns}
        load={loaded(file.Deposits)}
        failure={t('tenancies.page.failed')}
        rowId={({ entry_id }) => entry_id}
        rowName={({ entry_id }) => String(entry_id)}
        pageSize={PAGE_SIZE}
        prefix="deposits-"
        empty={{ text: t('tenancies.deposits.empty'), next: t('tenancies.deposits.emptyNext') }}
      />
    </Stack>
  );
}

function depositColumns(): readonly Column<DepositRow>[] {
  const method = t('tenancies.deposits.method');
  const note = t('tenancies.deposits.note');
  return [
    { key: 'date', title: t('tenancies.deposits.date'), kind: 'instant', value: ({ date }) => date },
    {
      key: 'action',
      title: t('tenancies.deposits.action'),
      value: eventOf,
      render: (row) => (
        <>
          {eventOf(row)}
          <PhoneOnly>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[row.method, row.note].filter(Boolean).join(' · ')}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'amount', title: t('tenancies.deposits.amount'), kind: 'money', value: (row) => row.amount },
    { key: 'method', title: method, value: (row) => row.method, isHiddenOnPhone: true },
    { key: 'note', title: note, value: (row) => row.note, isHiddenOnPhone: true },
    {
      key: 'by',
      title: t('tenancies.deposits.by'),
      kind: 'person',
      value: ({ recorded_by }) => recorded_by,
      isHiddenOnPhone: true,
    },
  ];
}

function eventOf({ action }: DepositRow): string {
  return t('tenancies.deposits.event', { action });
}

interface AgreementPanelProps {
  file: TenancyFile;
  onSaved: () => void;
}

function AgreementPanel({ file, onSaved }: AgreementPanelProps) {
  const mayWrite = useMay('books.write');
  const title = t('tenancies.agreement.title');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {mayWrite && file.erased_at === null ? (
          <AgreementForm file={file} onSaved={onSaved} />
        ) : (
          <AgreementText file={file} />
        )}
      </Stack>
    </Paper>
  );
}

type AgreementValues = {
  agreement_number: string;
  agreement_note: string;
  agreement_ends_on: Day | null;
  language: Language;
};

function AgreementForm({ file, onSaved }: AgreementPanelProps) {
  const form: OfficeForm<AgreementValues> = useOfficeForm({
    initialValues: valuesOf(file),
    schema: tenancies.edit.body,
    save: (body, seen) => api(tenancies.edit, { params: { id: String(file.tenant_id) }, body }, seen),
    stored: {
      call: tenancies.edit,
      object: file,
      valuesOf,
      objectOf: ({ agreement }) => agreement,
      show: { language: nameLanguage, agreement_ends_on: showDay },
    },
    fallback: t('tenancies.agreement.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onSaved();
    },
  });
  return (
    <Form form={form} saveLabel={t('tenancies.agreement.save')} withoutHint>
      <TextInput label={t('tenancies.agreement.number')} autoComplete="off" {...form.field('agreement_number')} />
      <TextInput label={t('tenancies.agreement.note')} autoComplete="off" {...form.field('agreement_note')} />
      <DayField
        label={t('tenancies.agreement.endsOn')}
        clearable
        {...form.field('agreement_ends_on')}
        value={form.inner.values.agreement_ends_on}
      />
      <ChoiceField
        label={t('tenancies.agreement.language.label')}
        data={languages.map((value) => ({ value, label: nameLanguage(value) }))}
        {...form.field('language')}
      />
    </Form>
  );
}

function valuesOf({ agreement_number, agreement_note, agreement_ends_on, language }: AgreementValues): AgreementValues {
  return { agreement_number, agreement_note, agreement_ends_on, language };
}

function showDay(day: Day | null): string {
  return day === null ? t('tenancies.agreement.none') : formatOfficeDay(day);
}

function nameLanguage(language: Language): string {
  return word('language', language);
}

function AgreementText({
  file: { agreement_number, agreement_note, agreement_ends_on, language },
}: {
  file: TenancyFile;
}) {
  const lines = [
    [t('tenancies.agreement.number'), agreement_number || t('tenancies.agreement.none')],
    [t('tenancies.agreement.note'), agreement_note || t('tenancies.agreement.none')],
    [t('tenancies.agreement.endsOn'), showDay(agreement_ends_on)],
    [t('tenancies.agreement.language.label'), nameLanguage(language)],
  ] as const;
  return (
    <dl style={{ margin: 0 }}>
      {lines.map(([name, text]) => (
        <div key={name}>
          <Text size="sm" c="dimmed" component="dt">
            {name}
          </Text>
          <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        </div>
      ))}
    </dl>
  );
}
