import IconBuildingBank from 'virtual:icons/building-bank';
import IconFileTypePdf from 'virtual:icons/file-type-pdf';
import IconLock from 'virtual:icons/lock';
import IconReceipt2 from 'virtual:icons/receipt-2';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { dayOf, type Instant, timeOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import {
  type BankedPart,
  type CashSession,
  cash,
  isPaperOfClosed,
  nameOfPaper,
  type SessionPaper,
  sessionPaperNames,
  sessionPapers,
} from '#contract/cash.ts';
import { centsOf, writeFigure, writeNumber } from '#contract/figures.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { FigureCard } from '#web/ui/figure-panel.tsx';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { CloseDialog, describeDifference } from './session-panel.tsx';

/** Shows open and closed cash sessions with their differences and deposits. Cashiers see only their own. */
export function CashSessionsPage() {
  const [chosen, chooseDate] = useAddressFilter('date');
  const date = dayOrNone(chosen);
  const [closing, setClosing] = useState<CashSession>();
  const columns = useMemo(sessionColumns, []);
  const exported = useMemo(sheetColumns, []);
  const load = useLoad(`cash sessions ${date}`, (signal) =>
    api(cash.sessions, { query: { date: date ?? '' } }, { signal }),
  );
  const actionsOf = useSessionActions(setClosing, load.reload);
  // On a phone, the first session is on the first screen.
  const hasRoom = useHasRoom();
  const figures = load.data && <SessionFigures sessions={load.data} />;
  return (
    <Screen path="/cash-sessions">
      <Stack gap="md">
        {hasRoom && figures}
        <DataTable<CashSession>
          label={t('cash.sessions.label')}
          columns={columns}
          load={load}
          failure={t('cash.sessions.failed')}
          rowId={({ session_id }) => session_id}
          rowName={nameOf}
          rowActions={actionsOf}
          search={t('cash.sessions.search')}
          filters={
            <DayField
              aria-label={t('cash.day.date')}
              placeholder={t('gate.shifts.allDays')}
              value={date}
              onChange={chooseDate}
              latest={browserToday()}
              appliesAtOnce
              clearable
              w={190}
            />
          }
          empty={{ text: t('cash.sessions.empty'), next: t('cash.sessions.emptyNext') }}
          furtherText={({ reason, float_reason }) => `${reason}\n${float_reason}`}
          exportName={t('cash.sessions.label')}
          exportColumns={exported}
        />
        {!hasRoom && figures}
      </Stack>
      {closing && <CloseDialog session={closing} onClose={() => setClosing(undefined)} onClosed={load.reload} />}
    </Screen>
  );
}

function nameOf({ session_id, person }: CashSession): string {
  return t('cash.sessions.row', { id: String(session_id), person: person.name });
}

function SessionFigures({ sessions }: { sessions: readonly CashSession[] }) {
  const sum = (amounts: readonly (number | null)[]) =>
    formatMoney(toRupees(sumCents(amounts.map((amount) => centsOf(amount ?? 0)))));
  const open = sessions.filter(({ closed_at }) => closed_at === null);
  const different = sessions.filter(
    ({ difference, float_difference }) => (difference ?? 0) !== 0 || float_difference !== 0,
  );
  const waiting = sessions.filter(({ cash_to_bank, banked_on }) => (cash_to_bank ?? 0) > 0 && banked_on === null);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <FigureCard
        name={t('cash.sessions.openCount')}
        figure={writeNumber(open.length)}
        {...(open.every(({ expected_cash }) => expected_cash !== null) && {
          about: t('cash.sessions.openAbout', { amount: sum(open.map(({ expected_cash }) => expected_cash)) }),
        })}
      />
      <FigureCard
        name={t('cash.sessions.differences')}
        figure={sum(different.map(differenceOf))}
        about={t('cash.sessions.differencesAbout', { count: different.length })}
      />
      <FigureCard
        name={t('cash.sessions.notBanked')}
        figure={sum(waiting.map(({ cash_to_bank }) => cash_to_bank))}
        about={t('cash.sessions.notBankedAbout', { count: waiting.length })}
      />
    </SimpleGrid>
  );
}

function useSessionActions(close: (session: CashSession) => void, onChanged: () => void) {
  const mayWrite = useMay('books.write');
  const own = useSession()?.email;
  return (session: CashSession): RowAction[] => {
    const isClosed = session.closed_at !== null;
    const papers = sessionPaperNames
      .filter((paper) => isClosed || !isPaperOfClosed(paper))
      .map((paper) => ({ ...papersOnScreen[paper](), onClick: () => void openPaper(paper, session) }));
    if (!isClosed)
      return mayWrite || session.person.email === own
        ? [...papers, { label: t('cash.session.close'), icon: IconLock, onClick: () => close(session) }]
        : papers;
    const bank = (part: BankedPart): RowAction => ({
      label: t(part === 'kept' ? 'cash.sessions.bankKept' : 'cash.sessions.bank'),
      icon: IconBuildingBank,
      onClick: () => void recordBanked(session, part).then((isDone) => isDone && onChanged()),
    });
    const isWaiting = session.banked_on === null && session.cash_to_bank !== 0;
    if (!mayWrite) return papers;
    return [...papers, ...(isWaiting ? [bank('to_bank')] : []), ...(session.is_kept ? [bank('kept')] : [])];
  };
}

const papersOnScreen: Record<SessionPaper, () => Pick<RowAction, 'label' | 'icon'>> = {
  sessionSheet: () => ({ label: t('cash.sessions.sheet'), icon: IconFileTypePdf }),
  depositSlip: () => ({ label: t('cash.sessions.slip'), icon: IconReceipt2 }),
};

async function openPaper(paper: SessionPaper, { session_id }: CashSession): Promise<void> {
  try {
    const blob = await apiFile(sessionPapers[paper], { params: { id: String(session_id) } });
    saveBlob(blob, `${nameOfPaper(paper, session_id)}.pdf`);
  } catch (error) {
    toastFailed(sentenceOf(error, t('cash.sessions.paperFailed')));
  }
}

function recordBanked(session: CashSession, part: BankedPart): Promise<boolean> {
  const request = { params: { id: String(session.session_id) }, body: { banked_on: browserToday(), part } };
  const idempotencyKey = newKey();
  const isKept = part === 'kept';
  const amount = formatMoney((isKept ? session.kept_cash : session.cash_to_bank) ?? 0);
  const title = t(isKept ? 'cash.sessions.bankKept' : 'cash.sessions.bank');
  const question = isKept ? 'cash.sessions.bankKeptQuestion' : 'cash.sessions.bankQuestion';
  return confirmAndCall(
    { title, body: t(question, { amount, session: nameOf(session) }), action: title },
    {
      call: () => api(cash.bankSession, request, { idempotencyKey }),
      failed: t('cash.sessions.bankFailed'),
      lost: t('cash.lost'),
    },
  );
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function sessionColumns(): readonly Column<CashSession>[] {
  return [
    {
      key: 'person',
      title: t('cash.column.person'),
      value: ({ person }) => person.name,
      render: (session) => <Person session={session} />,
    },
    {
      key: 'opened',
      title: t('cash.column.opened'),
      kind: 'instant',
      value: ({ opened_at }) => opened_at,
      render: (session) => <Facts facts={[timeText(session.opened_at), closedOf(session)]} />,
      ...PHONELESS,
    },
    ...moneyColumns(),
  ];
}

function moneyColumns(): readonly Column<CashSession>[] {
  const money = { kind: 'money', hasNoCurrency: true } as const;
  return [
    {
      key: 'float',
      title: t('cash.column.float'),
      ...money,
      value: (one) => one.opening_float,
      render: (session) => <Facts facts={[writeFigure(session.opening_float), describeFloat(session)]} />,
      ...PHONELESS,
    },
    {
      key: 'expected',
      title: t('cash.column.expected'),
      ...money,
      value: (one) => one.expected_cash,
      render: (session) => (
        <Facts
          facts={[
            session.expected_cash === null ? '' : writeFigure(session.expected_cash),
            [gateCashOf(session), countedOf(session)].filter(Boolean).join(' · '),
          ]}
        />
      ),
      ...PHONELESS,
    },
    {
      key: 'difference',
      title: t('cash.column.difference'),
      kind: 'money',
      value: differenceOf,
      render: (session) => {
        const difference = differenceOf(session);
        return difference === null ? (
          ''
        ) : (
          <Facts facts={[describeDifference(difference, writeFigure), session.reason]} />
        );
      },
      isSummed: true,
    },
    {
      key: 'bank',
      title: t('cash.column.toBank'),
      ...money,
      value: (one) => one.cash_to_bank,
      render: (session) => <ToBank session={session} />,
      ...PHONELESS,
    },
  ];
}

function sheetColumns(): readonly Column<CashSession>[] {
  return [
    ...sessionColumns(),
    { key: 'closed', title: t('cash.column.closed'), kind: 'instant', value: ({ closed_at }) => closed_at },
    { key: 'closedBy', title: t('cash.column.closedBy'), value: ({ closed_by }) => closed_by },
    { key: 'counted', title: t('cash.column.counted'), kind: 'money', value: ({ counted_cash }) => counted_cash },
    {
      key: 'floatDifference',
      title: t('cash.column.floatDifference'),
      kind: 'money',
      value: (one) => one.float_difference,
    },
    { key: 'floatReason', title: t('cash.column.floatReason'), value: ({ float_reason }) => float_reason },
    { key: 'kept', title: t('cash.column.kept'), kind: 'money', value: ({ kept_cash }) => kept_cash },
    { key: 'banked', title: t('cash.column.banked'), kind: 'day', value: ({ banked_on }) => banked_on },
    { key: 'bankedBy', title: t('cash.column.bankedBy'), value: ({ banked_by }) => banked_by },
    { key: 'reason', title: t('cash.column.reason'), value: ({ reason }) => reason },
  ];
}

/** The difference of the count and that of the float together; null while an open session has neither. */
function differenceOf({ difference, float_difference }: CashSession): number | null {
  if (difference === null && float_difference === 0) return null;
  return toRupees(sumCents([centsOf(difference ?? 0), centsOf(float_difference)]));
}

function describeFloat({ float_difference, float_reason }: CashSession): string {
  return float_difference === 0 ? '' : `${describeDifference(float_difference, writeFigure)}: ${float_reason}`;
}

function ToBank({ session }: { session: CashSession }) {
  const { cash_to_bank } = session;
  if (cash_to_bank === null) return null;
  const facts = [bankedOf(session), describeKept(session)].filter(Boolean).join(' · ');
  return <Facts facts={[writeFigure(cash_to_bank), facts]} />;
}

/** Says who recorded the cash as banked, and whether nobody else has seen it. */
function bankedOf({ banked_on, banked_by, is_own_word }: CashSession): string {
  if (banked_on === null) return '';
  const facts = { day: formatOfficeDay(banked_on), person: banked_by ?? '' };
  return t(is_own_word ? 'cash.sessions.bankedByOwnWord' : 'cash.sessions.bankedOn', facts);
}

function describeKept({ kept_cash, is_kept, kept_banked_on }: CashSession): string {
  if (is_kept) return t('cash.sessions.kept', { amount: writeFigure(kept_cash ?? 0) });
  return kept_banked_on === null ? '' : t('cash.sessions.keptBankedOn', { day: formatOfficeDay(kept_banked_on) });
}

/** The gate cash that the expected cash includes; an open session of one's own shows neither. */
function gateCashOf({ gate_cash, expected_cash }: CashSession): string {
  return gate_cash === 0 || expected_cash === null
    ? ''
    : t('cash.sessions.gateCash', { amount: writeFigure(gate_cash) });
}

function countedOf({ counted_cash }: CashSession): string {
  return counted_cash === null ? '' : t('cash.sessions.counted', { amount: writeFigure(counted_cash) });
}

function timeText(at: Instant): string {
  return `${formatOfficeDay(dayOf(at))}, ${timeOf(at).slice(0, 5)}`;
}

function closedOf({ closed_at, closed_by }: CashSession): string {
  return closed_at === null ? '' : t('cash.sessions.closedAt', { time: timeText(closed_at), person: closed_by ?? '' });
}

/** Shows one fact, and another in smaller text below it. */
function Facts({ facts: [first, second] }: { facts: readonly [first: string, second: string] }) {
  return (
    <>
      {first}
      {second !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          <Unbroken text={second} />
        </Text>
      )}
    </>
  );
}

function Person({ session }: { session: CashSession }) {
  const { person, opened_at } = session;
  const facts = [timeText(opened_at), closedOf(session), bankedOf(session)];
  return (
    <>
      {person.name}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Unbroken text={facts.filter(Boolean).join(' · ')} />
      </Text>
    </>
  );
}
