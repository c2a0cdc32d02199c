import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { type AuditEntry, audit, LARGEST_AUDIT_PAGE, specifiedEventTypes } from '#contract/audit.ts';
import { writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { useViewAddress, type ViewAddress } from '#web/ui/address/use-view-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { dayOrNone, PickedDays, rangeFault } from '#web/ui/form/day-range.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { personName } from '#web/ui/format/person.tsx';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { PagedTable, type TablePage } from '#web/ui/table/paged-table.tsx';
import { SearchBox } from '#web/ui/table/search-box.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { exportTable } from '#web/ui/table/table-export.ts';
import { fetchAllPages, usePageLoad } from '#web/ui/table/use-page-load.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api, apiPage } from '../api.ts';
import { Screen } from '../screen.tsx';
import classes from './audit-table.module.css';
import { eventName, withDays } from './event-name.ts';

/** The maximum number of entries in one spreadsheet. A browser needs about a minute to pack that many. */
const MOST_EXPORTED = 50_000;

export function AuditPage() {
  const { query, filters, view, load } = useAudit();
  const columns = useMemo(auditColumns, []);
  const total = load.data?.total ?? 0;
  const download = async () => {
    if (total > MOST_EXPORTED) return toastFailed(t('audit.page.tooMany', { count: MOST_EXPORTED }));
    await exportTable(t('audit.page.file'), auditSheetColumns(), await fetchAuditEntries(query));
  };
  return (
    <Screen
      path="/system-logs"
      note={t('audit.page.subtitle')}
      actions={
        <Button variant="default" onClick={() => void downloadAnchor()}>
          {t('audit.anchor.download')}
        </Button>
      }
    >
      <PagedTable<AuditEntry>
        label={t('audit.page.label')}
        columns={columns}
        view={view}
        load={load}
        failure={t('audit.page.failed')}
        rowId={({ audit_id }) => String(audit_id)}
        rowName={entryName}
        search={t('audit.page.search')}
        filters={<AuditFilterPanel filters={filters} />}
        empty={{
          text: t('audit.page.empty'),
          next: filters.clear ? (
            <Button variant="default" onClick={filters.clear}>
              {t('audit.page.showAll')}
            </Button>
          ) : (
            t('audit.page.emptyHint')
          ),
        }}
        exportName={t('audit.page.file')}
        nothingToExport={t('audit.page.nothingToExport')}
        download={download}
      />
    </Screen>
  );
}

async function downloadAnchor(): Promise<void> {
  try {
    const { anchor } = await api(audit.anchor, {});
    if (!anchor) return toastFailed(t('audit.anchor.none'));
    saveBlob(new Blob([`${anchor.line}\n`], { type: 'text/plain' }), t('audit.anchor.file', { code: anchor.code }));
  } catch {
    toastFailed(t('audit.anchor.failed'));
  }
}

const ALL = 'all';

function AuditFilterPanel({ filters }: { filters: AuditFilters }) {
  const { type, from, to, shop, fault, change } = filters;
  const load = useLoad('event types', (signal) => api(audit.eventTypes, {}, { signal }));
  const types = new Set([...(load.data ?? specifiedEventTypes), ...(type === '' ? [] : [type])]);
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceField
        label={t('audit.filter.type')}
        data={[
          { value: ALL, label: t('audit.filter.allTypes') },
          ...[...types].map((value) => ({ value, label: eventName(value) })),
        ]}
        value={type || ALL}
        onChange={(chosen) => change({ type: chosen === ALL ? null : chosen })}
        w={{ base: '100%', xs: 220 }}
      />
      <PickedDays from={from} to={to} fault={fault} onChange={(start, end) => change({ from: start, to: end })} />
      <Box w={{ base: '100%', xs: 200 }}>
        <SearchBox label={t('audit.filter.shop')} value={shop} onSearch={(text) => change({ shop: text })} />
      </Box>
    </Group>
  );
}

interface AuditFilters {
  type: string;
  from: Day | null;
  to: Day | null;
  shop: string;
  fault: string | undefined;
  change: (filters: Partial<Record<'type' | 'from' | 'to' | 'shop', string | null>>) => void;
  clear: (() => void) | undefined;
}

interface AuditView {
  query: AuditQuery;
  filters: AuditFilters;
  view: ViewAddress;
  load: Load<TablePage<AuditEntry>>;
}

function useAudit(): AuditView {
  const view = useViewAddress();
  const filters = useFilters();
  const { type, from, to, shop, fault } = filters;
  const query: AuditQuery = {
    event_type: type,
    start_date: from ?? '',
    end_date: (fault === undefined && to) || '',
    shop_id: shop.trim(),
    search: view.search.trim(),
  };
  const load = usePageLoad(query, view, fetchAuditPage);
  return { query, filters, view: { ...view, sort: undefined }, load };
}

const NO_FILTERS = { type: null, from: null, to: null, shop: null };

function useFilters(): AuditFilters {
  const { get, change: changeAddress } = useAddress();
  const type = get('type');
  const from = dayOrNone(get('from'));
  const to = dayOrNone(get('to'));
  const shop = get('shop');
  const change: AuditFilters['change'] = (filters) =>
    changeAddress({
      ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? undefined])),
      page: undefined,
    });
  const hasFilter = type !== '' || from !== null || to !== null || shop !== '';
  return {
    type,
    from,
    to,
    shop,
    change,
    fault: rangeFault(from, to),
    clear: hasFilter ? () => change(NO_FILTERS) : undefined,
  };
}

interface AuditQuery {
  event_type: string;
  start_date: Day | '';
  end_date: Day | '';
  shop_id: string;
  search: string;
}

function fetchAuditPage(
  query: AuditQuery,
  { page, limit }: { page: number; limit: number },
  signal?: AbortSignal,
): Promise<TablePage<AuditEntry>> {
  return apiPage(audit.list, { query: { ...query, page: String(page), limit: String(limit) } }, { signal });
}

function fetchAuditEntries(query: AuditQuery): Promise<AuditEntry[]> {
  return fetchAllPages(fetchAuditPage, query, { limit: LARGEST_AUDIT_PAGE, idOf: ({ audit_id }) => audit_id });
}

const ANYWHERE = { overflowWrap: 'anywhere' } as const;
/** Columns cannot be sorted, because the server sorts, newest first. */
const UNSORTED = { isSortable: false } as const;
const WIDE = { ...UNSORTED, isHiddenOnPhone: true } as const;

const MAX_LENGTH = 120;
const MAX_LINES = 4;

function allColumns() {
  return {
    date: { key: 'date', title: t('audit.column.date'), kind: 'instant', value: ({ event_date }) => event_date },
    event: { key: 'event', title: t('audit.column.event'), value: ({ event_type }) => eventName(event_type) },
    description: {
      key: 'description',
      title: t('audit.column.description'),
      value: ({ event_description }) => event_description,
    },
    shop: { key: 'shop', title: t('audit.column.shop'), value: ({ shop_id }) => shop_id },
    invoice: { key: 'invoice', title: t('audit.column.invoice'), value: ({ invoice_id }) => invoice_id },
    oldValue: { key: 'old', title: t('audit.column.oldValue'), value: ({ old_value }) => old_value },
    newValue: { key: 'new', title: t('audit.column.newValue'), value: ({ new_value }) => new_value },
    reason: { key: 'reason', title: t('audit.column.reason'), value: ({ edit_reason }) => edit_reason },
    by: { key: 'by', title: t('audit.column.by'), kind: 'person', value: ({ user_actioned }) => user_actioned },
  } as const satisfies Record<string, Column<AuditEntry>>;
}

function auditColumns(): readonly Column<AuditEntry>[] {
  const { date, event, shop, oldValue, newValue, reason, by } = allColumns();
  return [
    { ...date, render: ({ event_date }) => <When at={formatInstant(event_date)} />, width: 128, ...WIDE },
    { ...event, render: (entry) => <EventCell entry={entry} />, ...UNSORTED },
    {
      ...shop,
      title: t('audit.column.shopInvoice'),
      render: (entry) => <ShopCell entry={entry} />,
      width: 140,
      ...WIDE,
    },
    { ...oldValue, render: (entry) => <LongText text={oldLines(entry)} name={oldName(entry)} />, ...WIDE },
    { ...newValue, render: (entry) => <LongText text={newLines(entry)} name={newName(entry)} />, ...WIDE },
    { ...reason, render: (entry) => <LongText text={entry.edit_reason} name={reasonName(entry)} />, ...WIDE },
    { ...by, ...WIDE },
  ];
}

export function auditSheetColumns(): readonly Column<AuditEntry>[] {
  return Object.values(allColumns());
}

function entryName({ audit_id }: AuditEntry): string {
  return t('audit.entry.name', { id: String(audit_id) });
}

function oldName({ audit_id }: AuditEntry): string {
  return t('audit.entry.oldValue', { id: String(audit_id) });
}

function newName({ audit_id }: AuditEntry): string {
  return t('audit.entry.newValue', { id: String(audit_id) });
}

function reasonName({ audit_id }: AuditEntry): string {
  return t('audit.entry.reason', { id: String(audit_id) });
}

function oldLines({ old_value }: AuditEntry): string | null {
  return old_value && linesOf(old_value);
}

function newLines({ new_value }: AuditEntry): string | null {
  return new_value && linesOf(new_value);
}

/** An amount as it is stored in the log, such as `12500.00`. */
const STORED_AMOUNT = /(?<![\w.-])-?\d{4,}\.\d{2}(?![\w.])/g;

/**
 * Returns the text with a line for each part: `shop_name: Nimal Stores; location: Block A` becomes two lines. Amounts
 * have thousands separators.
 */
function linesOf(text: string): string {
  return text
    .replaceAll(/; (?=[A-Za-z][\w ]*: )/g, '\n')
    .replaceAll(STORED_AMOUNT, (amount) => writeFigure(Number(amount)));
}

function When({ at }: { at: string }) {
  const [day, time] = at.split(', ');
  return (
    <>
      {day}
      <Text size="xs" c="dimmed">
        {time}
      </Text>
    </>
  );
}

function EventCell({ entry }: { entry: AuditEntry }) {
  const { audit_id, event_type, event_description, edit_reason, shop_id, invoice_id } = entry;
  const shop = shop_id && t('audit.entry.shop', { id: shop_id });
  return (
    <Stack gap="var(--space-1)">
      <Text size="sm" fw={700}>
        {eventName(event_type)}
      </Text>
      <LongText text={withDays(event_description)} name={t('audit.entry.description', { id: String(audit_id) })} />
      <PhoneOnly>
        <Named title={t('audit.column.oldValue')} text={oldLines(entry)} name={oldName(entry)} />
        <Named title={t('audit.column.newValue')} text={newLines(entry)} name={newName(entry)} />
        <Named title={t('audit.column.reason')} text={edit_reason} name={reasonName(entry)} />
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          <Unbroken text={[shop, invoice_id].filter(Boolean).join(' · ')} />
        </Text>
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {formatInstant(entry.event_date)} · {personName(entry.user_actioned)}
        </Text>
      </PhoneOnly>
    </Stack>
  );
}

function ShopCell({ entry: { shop_id, invoice_id } }: { entry: AuditEntry }) {
  return (
    <>
      {shop_id}
      {invoice_id !== null && (
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          <Unbroken text={invoice_id} />
        </Text>
      )}
    </>
  );
}

function Named({ title, text, name }: { title: string; text: string | null; name: string }) {
  if (text === null || text === '') return null;
  return (
    <div>
      <Text span size="xs" c="dimmed" display={text.includes('\n') ? 'block' : 'inline'}>
        {title}{' '}
      </Text>
      <LongText text={text} name={name} />
    </div>
  );
}

interface LongTextProps {
  text: string | null;
  name: string;
}

function LongText({ text, name }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (text === null) return null;
  const beginning = text.split('\n').slice(0, MAX_LINES).join('\n').slice(0, MAX_LENGTH);
  const isLong = beginning !== text;
  return (
    <>
      <Text span size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        <Unbroken text={isLong && !isWhole ? `${beginning.trimEnd()}…` : text} />
      </Text>
      {isLong && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          className={classes.turn ?? ''}
          aria-expanded={isWhole}
          aria-label={t(isWhole ? 'audit.text.showLessOf' : 'audit.text.showAllOf', { name })}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'audit.text.showLess' : 'audit.text.showAll')}
        </Anchor>
      )}
    </>
  );
}
