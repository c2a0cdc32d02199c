import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import type { Answer } from '#contract/call.ts';
import type { ChequeSums } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { centsOf, writeFigure, writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { VerificationNotice } from '../audit/verification-panel.tsx';
import { ChequeCards } from '../cash/cheque-cards.tsx';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { AccountChangesPanel } from './account-changes-panel.tsx';
import { ArrearsPanel } from './arrears-panel.tsx';
import { CashDifferencesPanel } from './cash-differences-panel.tsx';
import { ChangesPanel, SettingsChangesPanel } from './changes-panel.tsx';
import { GateCashFigures } from './gate-cash-figures.tsx';
import { GateIncomePanel, hasGate } from './gate-income-panel.tsx';
import { OwnerNotices } from './owner-notices.tsx';
import { ToConfirmPanel } from './to-confirm-panel.tsx';
import { UnbilledPanel } from './unbilled-panel.tsx';
import { UncountedCashPanel } from './uncounted-cash-panel.tsx';

type TodaySummary = Answer<typeof dashboard.morning>;

export function ManagerDashboardPage() {
  const load = useLoad('morning', (signal) => api(dashboard.morning, {}, { signal }));
  const mayReadAudit = useMay('audit.read');
  return (
    <Screen path="/manager-dashboard" {...(load.data && { subtitle: formatOfficeDay(load.data.today) })}>
      {mayReadAudit && <VerificationNotice />}
      <OwnerNotices />
      <AsyncState load={load} failure={t('dashboard.failed')}>
        {(morning) => <TodayPanels morning={morning} />}
      </AsyncState>
      <ArrearsPanel emptyNext={t('dashboard.arrears.emptyNext')} />
      {load.data && load.data.nowhere !== 0 && <NowherePanel amount={load.data.nowhere} />}
      {load.data && load.data.unbilled.length > 0 && <UnbilledPanel tenancies={load.data.unbilled} />}
      {load.data?.cash_desk && <CashDeskPanels desk={load.data.cash_desk} />}
      {load.data && load.data.uncounted_cash.length > 0 && <UncountedCashPanel people={load.data.uncounted_cash} />}
      {load.data && holdsGateCash(load.data) && <GateCashFigures cash={load.data.gate_cash} />}
      {load.data && load.data.cash_differences.length > 0 && (
        <CashDifferencesPanel people={load.data.cash_differences} />
      )}
      {load.data && Object.values(load.data.cheques).some(({ count }) => count > 0) && (
        <ChequePanels sums={load.data.cheques} />
      )}
      {load.data && load.data.to_confirm.count > 0 && <ToConfirmPanel people={load.data.to_confirm.people} />}
      {load.data && hasGate(load.data.gate) && <GateIncomePanel income={load.data.gate} />}
      {load.data && mayReadAudit && <ChangesPanel changes={load.data.changes} />}
      {load.data && mayReadAudit && <VoidsPanel load={loaded(load.data.voids)} />}
      {load.data && mayReadAudit && <SettingsChangesPanel changes={load.data.settings_changes} />}
      {load.data && load.data.account_changes.length > 0 && <AccountChangesPanel changes={load.data.account_changes} />}
    </Screen>
  );
}

function holdsGateCash({ gate_cash: { not_handed_over, not_banked } }: TodaySummary): boolean {
  return not_handed_over.length + not_banked.length > 0;
}

function TodayPanels({ morning }: { morning: TodaySummary }) {
  const { expected, collected, owed_in_all, debtor_count } = morning;
  const month = formatMonth(morning.month_year);
  return (
    <FigureCards>
      <FigureCard
        name={t('dashboard.today.arrears')}
        figure={formatMoney(owed_in_all)}
        about={t('dashboard.today.arrearsAbout', { count: debtor_count })}
        isMain
      />
      <FigureCard
        name={t('dashboard.today.expected', { month })}
        figure={formatMoney(expected)}
        about={t('dashboard.today.expectedAbout')}
        to={placeOf('/invoices')}
      />
      <FigureCard
        name={t('dashboard.today.collected', { month })}
        figure={formatMoney(collected)}
        about={t('dashboard.today.collectedAbout', { comparison: compare(collected, expected) })}
        to={placeOf('/view-payments', {
          year: morning.month_year.slice(0, 4),
          month: Number(morning.month_year.slice(5, 7)),
        })}
      />
      <PricePanel morning={morning} />
    </FigureCards>
  );
}

function NowherePanel({ amount }: { amount: number }) {
  return (
    <FigureCards>
      <FigureCard
        name={t('dashboard.nowhere.title')}
        figure={formatMoney(amount)}
        about={t('dashboard.nowhere.about')}
        to={placeOf('/money-places')}
        isMain
      />
    </FigureCards>
  );
}

function ChequePanels({ sums }: { sums: ChequeSums }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('cash.cheques.label')}
      </Title>
      <FigureCards>
        <ChequeCards sums={sums} />
      </FigureCards>
    </Stack>
  );
}

function CashDeskPanels({ desk }: { desk: NonNullable<TodaySummary['cash_desk']> }) {
  const { open_sessions, differences_today, not_banked, kept, in_hand, changed_from_cash } = desk;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.cash.title')}
      </Title>
      <FigureCards>
        <FigureCard
          name={t('dashboard.cash.open')}
          figure={writeNumber(open_sessions.count)}
          about={t('dashboard.cash.openAbout', { amount: formatMoney(open_sessions.amount) })}
          to={placeOf('/cash-sessions')}
        />
        <FigureCard
          name={t('dashboard.cash.differences')}
          figure={writeNumber(differences_today.count)}
          about={t('dashboard.cash.differencesAbout', { amount: formatMoney(differences_today.amount) })}
          to={placeOf('/cash-sessions')}
        />
        <FigureCard
          name={t('dashboard.cash.notBanked')}
          figure={formatMoney(not_banked.amount)}
          about={t('dashboard.cash.notBankedAbout', { count: not_banked.count })}
          to={placeOf('/cash-sessions')}
        />
        <FigureCard
          name={t('dashboard.cash.kept')}
          figure={sumOf(kept)}
          about={kept.map(({ person, amount }) => `${person.name} ${writeFigure(amount)}`).join(' · ')}
          to={placeOf('/cash-sessions')}
        />
        {changed_from_cash.length > 0 && (
          <FigureCard
            name={t('dashboard.cash.changed')}
            figure={sumOf(changed_from_cash)}
            about={changed_from_cash.map(({ person, amount }) => `${person} ${writeFigure(amount)}`).join(' · ')}
            to={placeOf('/my-day', { by: 'all' })}
          />
        )}
      </FigureCards>
      {in_hand.map(({ person, amount, since }) => (
        <Text size="sm" key={person.email}>
          {t('dashboard.cash.inHand', {
            name: person.name,
            amount: formatMoney(amount),
            since: formatOfficeDay(dayOf(since)),
          })}
        </Text>
      ))}
    </Stack>
  );
}

function sumOf(amounts: readonly { amount: number }[]): string {
  return formatMoney(toRupees(sumCents(amounts.map(({ amount }) => centsOf(amount)))));
}

function compare(collected: number, expected: number): string {
  const difference = toRupees(cents(centsOf(collected) - centsOf(expected)));
  if (difference === 0) return t('dashboard.today.asExpected');
  const amount = writeFigure(Math.abs(difference));
  return t(difference > 0 ? 'dashboard.today.more' : 'dashboard.today.less', { amount });
}

function PricePanel({ morning: { prices_published, price_count, latest_list } }: { morning: TodaySummary }) {
  if (prices_published) {
    const about = t('dashboard.today.priceCount', { count: price_count });
    const figure = t('dashboard.today.published');
    return (
      <FigureCard name={t('dashboard.today.prices')} figure={figure} about={about} to={placeOf('/view-dailyprices')} />
    );
  }
  const about =
    latest_list === null
      ? t('dashboard.today.noList')
      : t('dashboard.today.lastList', { date: formatOfficeDay(latest_list) });
  const figure = t('dashboard.today.notPublished');
  return (
    <FigureCard name={t('dashboard.today.prices')} figure={figure} about={about} to={placeOf('/add-dailyprice')} />
  );
}

type PersonVoids = Answer<typeof dashboard.morning>['voids'][number];

function voidColumns(): readonly Column<PersonVoids>[] {
  return [
    {
      key: 'person',
      title: t('dashboard.voids.person'),
      kind: 'person',
      value: ({ person }) => person,
    },
    { key: 'tickets', title: t('dashboard.voids.tickets'), kind: 'number', value: ({ tickets }) => tickets },
    {
      key: 'ticket-sum',
      title: t('dashboard.voids.ticketSum'),
      kind: 'money',
      value: ({ ticket_sum }) => ticket_sum,
    },
    {
      key: 'without-reason',
      title: t('dashboard.voids.withoutReason'),
      kind: 'number',
      value: ({ without_reason }) => without_reason,
      isHiddenOnPhone: true,
    },
    { key: 'share', title: t('dashboard.voids.share'), value: shareText },
    { key: 'payments', title: t('dashboard.voids.payments'), kind: 'number', value: ({ payments }) => payments },
    {
      key: 'corrections',
      title: t('dashboard.voids.corrections'),
      kind: 'number',
      value: ({ corrections }) => corrections,
    },
    { key: 'amount', title: t('dashboard.voids.amount'), kind: 'money', value: ({ amount }) => amount },
  ];
}

/** Returns the share of own tickets beside that of the others. */
function shareText({ own_share, others_share }: PersonVoids): string {
  if (own_share === null) return '';
  const own = t('dashboard.voids.percent', { share: String(own_share) });
  return others_share === null ? own : t('dashboard.voids.ofOthers', { own, share: String(others_share) });
}

function VoidsPanel({ load }: { load: Load<readonly PersonVoids[]> }) {
  const columns = useMemo(voidColumns, []);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.voids.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('dashboard.voids.about')}
      </Text>
      <DataTable<PersonVoids>
        label={t('dashboard.voids.title')}
        columns={columns}
        load={load}
        failure={t('dashboard.failed')}
        rowId={({ person }) => person}
        rowName={({ person }) => personName(person)}
        prefix="voids-"
        pageSize={5}
        empty={{ text: t('dashboard.voids.empty'), next: t('dashboard.voids.emptyNext') }}
      />
    </Stack>
  );
}
