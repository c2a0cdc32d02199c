import IconPrinter from 'virtual:icons/printer';
import IconTrash from 'virtual:icons/trash';
import { Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { addDays, type Day, day, monthOf } from '#billing/calendar.ts';
import { printedSanitation } from '#contract/documents/ticket-paper.ts';
import { type SanitationTicket, sanitationPrices, sanitationTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress, useAddressFilter } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { FigureCard, WaitingFigureCard } from '#web/ui/figure-panel.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone, PickedDays, rangeFault } from '#web/ui/form/day-range.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { PagedTable, type TablePage } from '#web/ui/table/paged-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { exportTable } from '#web/ui/table/table-export.ts';
import { usePageLoad } from '#web/ui/table/use-page-load.ts';
import type { Load } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { deleteTicket } from '../delete-ticket-dialog.tsx';
import { LastTicketPanel } from '../last-ticket-panel.tsx';
import { printTicket } from '../print/print-ticket.ts';

function allColumns() {
  return {
    id: { key: 'ticket', title: t('tickets.column.ticketId'), value: ({ customId }) => customId },
    price: { key: 'price', title: t('tickets.column.price'), kind: 'money', value: (row) => row.price },
    issued: {
      key: 'issued',
      title: t('tickets.column.issued'),
      kind: 'instant',
      value: ({ issued_at }) => issued_at,
      render: ({ issued_at }) => formatInstant(issued_at),
    },
    by: { key: 'by', title: t('tickets.column.by'), kind: 'person', value: ({ byWhom }) => byWhom },
    device: { key: 'device', title: t('tickets.column.deviceNumber'), value: (row) => row.device_number },
  } as const satisfies Record<string, Column<SanitationTicket>>;
}

/** Columns cannot be sorted, because the server sorts, newest first. */
const UNSORTED = { isSortable: false } as const;

function ticketColumns(): readonly Column<SanitationTicket>[] {
  const { id, price, issued, by } = allColumns();
  return [
    { ...id, render: (ticket) => <TicketId ticket={ticket} />, ...UNSORTED },
    { ...price, ...UNSORTED },
    { ...issued, ...UNSORTED, isHiddenOnPhone: true },
    { ...by, ...UNSORTED, isHiddenOnPhone: true },
  ];
}

export function ticketSheetColumns(): readonly Column<SanitationTicket>[] {
  const { id, price, issued, by, device } = allColumns();
  return [id, { ...price, isSummed: true }, issued, by, device];
}

function TicketId({ ticket: { customId, device_number, issued_at, byWhom } }: { ticket: SanitationTicket }) {
  return (
    <>
      {customId}
      {device_number !== null && (
        <Text size="xs" c="dimmed">
          {device_number}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {formatInstant(issued_at)} · {personName(byWhom)}
      </Text>
    </>
  );
}

export function SanitationTicketsPage() {
  const { query, period, view, load, totals, choosePrice } = useSanitationTickets();
  const columns = useMemo(ticketColumns, []);
  const [last, setLast] = useState<SanitationTicket>();
  const remove = async (ticket: SanitationTicket) => {
    const params = { id: String(ticket.id) };
    const isDeleted = await deleteTicket({ ticket: printedSanitation(ticket) }, (body) =>
      api(sanitationTickets.remove, { params, body }),
    );
    if (!isDeleted) return;
    if (last?.id === ticket.id) setLast(undefined);
    load.reload();
  };
  const download = async () => {
    const rows = await fetchTickets(query);
    await exportTable(t('tickets.sanitation.file'), ticketSheetColumns(), rows);
  };
  const title = query.price !== '' && { title: t('tickets.sanitation.priceTitle', { price: query.price }) };
  return (
    <Screen path="/sanitation-ticketing" {...title} subtitle={describeTicketPeriod(period)}>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, sm: 8 }}>
          <Paper withBorder p="sm" h="100%">
            <Stack gap="sm">
              <SanitationTicketForm
                key={query.price}
                price={query.price}
                onIssued={(ticket) => {
                  setLast(ticket);
                  load.reload();
                }}
              />
              {last && <LastTicketPanel ticket={printedSanitation(last)} />}
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 4 }}>
          {totals ? (
            <FigureCard
              name={t('tickets.sanitation.totalIncome')}
              figure={formatMoney(totals.totalIncome)}
              about={t('tickets.income.count', { count: totals.total })}
              isMain
            />
          ) : (
            <WaitingFigureCard />
          )}
        </Grid.Col>
      </Grid>
      <SanitationFilterPanel price={query.price} choosePrice={choosePrice} period={period} />
      <PagedTable<SanitationTicket>
        label={t('tickets.sanitation.label')}
        columns={columns}
        view={view}
        load={load}
        failure={t('tickets.sanitation.failed')}
        rowId={({ id }) => String(id)}
        rowName={({ customId }) => customId}
        rowActions={(ticket) => [
          { label: t('tickets.table.print'), icon: IconPrinter, onClick: () => printTicket(ticket.customId) },
          { label: t('tickets.table.delete'), icon: IconTrash, isDangerous: true, onClick: () => void remove(ticket) },
        ]}
        search={t('tickets.sanitation.search')}
        empty={{ text: t('tickets.table.empty'), next: t('tickets.sanitation.emptyHint') }}
        exportName={t('tickets.sanitation.file')}
        nothingToExport={t('tickets.table.nothingToExport')}
        download={download}
      />
    </Screen>
  );
}

type Totals = Pick<ListedTickets, 'total' | 'totalIncome'>;

interface Tickets {
  query: SanitationFilters;
  period: TicketPeriod;
  view: ViewAddress;
  load: Load<ListedTickets>;
  totals: Totals | undefined;
  choosePrice: (price: string | null) => void;
}

function useSanitationTickets(): Tickets {
  const view = useViewAddress();
  const [asked, choosePrice] = useAddressFilter('price');
  const period = useTicketPeriod();
  const price = sanitationPrices.map((each) => `${each}` as const).find((each) => each === asked) ?? '';
  const query: SanitationFilters = { from: period.from, to: period.to, price, byWhom: view.search.trim() };
  const load = usePageLoad(query, view, fetchTicketPage);
  return { query, period, view, load, totals: useTotals(load), choosePrice };
}

const ZEROS: Totals = { total: 0, totalIncome: 0 };

/** Returns the previous totals while the next page loads; zeros when it cannot be loaded. */
function useTotals(load: Load<ListedTickets>): Totals | undefined {
  const [latest, setLatest] = useState<Totals>();
  const next = load.data ?? (load.isLoading ? latest : ZEROS);
  if (next !== latest) setLatest(next);
  return next;
}

/** The filters of the list. Both days of the range are included. */
interface SanitationFilters {
  from: Day;
  to: Day;
  price: '20' | '100' | '';
  /** A part of the issuer's email. */
  byWhom: string;
}

interface ListedTickets extends TablePage<SanitationTicket> {
  totalIncome: number;
}

async function fetchTicketPage(
  query: SanitationFilters,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<ListedTickets> {
  const paged = { ...queryOf(query), page: String(page), limit: String(limit) };
  const { tickets, count, totalIncome } = await api(sanitationTickets.byDate, { query: paged }, { signal });
  return { rows: tickets, total: count, totalIncome };
}

/**
 * Fetches all tickets, newest first. Each day is fetched separately. With numbered pages, tickets issued during the
 * download would move others to the next page.
 */
export async function fetchTickets(query: SanitationFilters): Promise<SanitationTicket[]> {
  const tickets: SanitationTicket[] = [];
  for (let date = query.to; date >= query.from; date = addDays(date, -1)) {
    const answer = await api(sanitationTickets.byDate, { query: queryOf({ ...query, from: date, to: date }) });
    tickets.push(...answer.tickets);
  }
  return tickets;
}

function queryOf({ from, to, price, byWhom }: SanitationFilters) {
  const days = from === to ? { date: from } : { startDate: from, endDate: to };
  return { ...days, price, byWhom };
}

const ALL = 'all';

interface TicketFiltersProps {
  price: string;
  choosePrice: (price: string | null) => void;
  period: TicketPeriod;
}

function SanitationFilterPanel({ price, choosePrice, period }: TicketFiltersProps) {
  const { date, start, end, fault, chooseDate, chooseRange } = period;
  return (
    <Group gap="sm" align="flex-start">
      <ChoiceField
        label={t('tickets.filter.price')}
        data={[{ value: ALL, label: t('tickets.filter.allPrices') }, ...priceChoices()]}
        value={price || ALL}
        onChange={(chosen) => choosePrice(chosen === ALL ? null : chosen)}
        w={130}
      />
      <DayField
        label={t('tickets.filter.date')}
        placeholder={t('tickets.filter.today')}
        value={date}
        onChange={chooseDate}
        latest={browserToday()}
        appliesAtOnce
        clearable
        w={150}
      />
      <PickedDays from={start} to={end} fault={fault} onChange={chooseRange} />
    </Group>
  );
}

interface IssueFormProps {
  price: '20' | '100' | '';
  onIssued: (ticket: SanitationTicket) => void;
}

function SanitationTicketForm({ price, onIssued }: IssueFormProps) {
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    // Only null clears a selection field.
    initialValues: { price: price || null },
    schema: sanitationTickets.issue.body,
    save: (values) =>
      recordOnce((options) => api(sanitationTickets.issue, { body: { price: values.price ?? '' } }, options)),
    fallback: t('tickets.form.failed'),
    failureSeconds: 5,
    asksBeforeLeaving: false,
    onSaved: ({ ticketId, ticket }) => {
      toastDone(t('tickets.form.issued', { id: ticketId }), 5);
      onIssued(ticket);
      form.clear();
    },
  });
  return (
    <Form form={form} saveLabel={t('tickets.form.issue')}>
      <ChoiceField
        label={t('tickets.sanitation.ticketPrice')}
        placeholder={t('tickets.sanitation.choose')}
        required
        data={priceChoices()}
        maw={280}
        {...form.field('price')}
      />
    </Form>
  );
}

function priceChoices(): { value: string; label: string }[] {
  return sanitationPrices.map((price) => ({ value: String(price), label: `${t('shared.money.rs')} ${price}` }));
}

interface TicketPeriod {
  from: Day;
  to: Day;
  /** The chosen day or range. A range applies only when it is complete. */
  date: Day | null;
  start: Day | null;
  end: Day | null;
  fault: string | undefined;
  chooseDate: (date: Day | null) => void;
  chooseRange: (start: Day | null, end: Day | null) => void;
}

/** Returns the period: a date, a range, this month (`range=month`), otherwise today. */
function useTicketPeriod(): TicketPeriod {
  const { get, change } = useAddress();
  const now = browserToday();
  const isThisMonth = get('range') === 'month';
  const date = dayOrNone(get('date'));
  const start = isThisMonth ? day(`${monthOf(now)}-01`) : dayOrNone(get('from'));
  const end = isThisMonth ? now : dayOrNone(get('to'));
  const fault = faultOf(start, end);
  const isRange = start !== null && end !== null && fault === undefined;
  return {
    from: isRange ? start : (date ?? now),
    to: isRange ? end : (date ?? now),
    date,
    start,
    end,
    fault,
    chooseDate: (chosen) => change({ ...NO_DAYS, date: chosen ?? undefined }),
    chooseRange: (first, last) => change({ ...NO_DAYS, from: first ?? undefined, to: last ?? undefined }),
  };
}

/** Removes all parameters of the period and the page number, because a single day and a range exclude each other. */
const NO_DAYS = { date: undefined, from: undefined, to: undefined, range: undefined, page: undefined };

function describeTicketPeriod({ from, to }: Pick<TicketPeriod, 'from' | 'to'>): string {
  if (from !== to) return t('tickets.period.range', { from: formatOfficeDay(from), to: formatOfficeDay(to) });
  const text = formatOfficeDay(from);
  return from === browserToday() ? t('tickets.period.today', { day: text }) : text;
}

function faultOf(start: Day | null, end: Day | null): string | undefined {
  if ((start === null) !== (end === null)) return t('tickets.period.needsBoth');
  return rangeFault(start, end);
}
