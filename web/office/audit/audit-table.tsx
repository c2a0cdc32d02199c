import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '#contract/audit.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { LongText } from './long-text.tsx';

const date: Column<AuditEntry> = {
  key: 'date',
  title: 'Date',
  kind: 'instant',
  value: ({ event_date }) => event_date,
  render: ({ event_date }) => <When at={formatInstant(event_date)} />,
  width: 104,
};
const event: Column<AuditEntry> = { key: 'event', title: 'Event', value: ({ event_type }) => event_type };
const description: Column<AuditEntry> = {
  key: 'description',
  title: 'Description',
  value: ({ event_description }) => event_description,
};
const shop: Column<AuditEntry> = { key: 'shop', title: 'Shop ID', value: ({ shop_id }) => shop_id };
const invoice: Column<AuditEntry> = { key: 'invoice', title: 'Invoice ID', value: ({ invoice_id }) => invoice_id };
const oldValue: Column<AuditEntry> = { key: 'old', title: 'Old value', value: ({ old_value }) => old_value };
const newValue: Column<AuditEntry> = { key: 'new', title: 'New value', value: ({ new_value }) => new_value };
const reason: Column<AuditEntry> = { key: 'reason', title: 'Reason', value: ({ edit_reason }) => edit_reason };
const by: Column<AuditEntry> = { key: 'by', title: 'By', value: ({ user_actioned }) => user_actioned };

/** The server gives the log page by page, the newest first, and in no other order. */
const AS_IT_COMES = { isSortable: false } as const;
/** A long word breaks rather than widens its cell. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const;
const WIDE = { ...AS_IT_COMES, isHiddenOnPhone: true } as const;

/** The log as the screen lists it; a phone has all of an entry below one another. */
export const logColumns: readonly Column<AuditEntry>[] = [
  { ...date, ...WIDE },
  { ...event, render: (entry) => <EventCell entry={entry} />, ...AS_IT_COMES },
  { ...shop, title: 'Shop, invoice', render: (entry) => <AboutCell entry={entry} />, width: 140, ...WIDE },
  {
    ...oldValue,
    render: (entry) => <Value text={entry.old_value} name={`old value of ${entryName(entry)}`} />,
    ...WIDE,
  },
  {
    ...newValue,
    render: (entry) => <Value text={entry.new_value} name={`new value of ${entryName(entry)}`} />,
    ...WIDE,
  },
  { ...reason, render: (entry) => <Reason entry={entry} />, ...WIDE },
  { ...by, render: ({ user_actioned }) => <span style={ANYWHERE}>{user_actioned}</span>, width: 230, ...WIDE },
];

/** The same in a spreadsheet, each thing in a column of its own. */
export const auditSheetColumns: readonly Column<AuditEntry>[] = [
  ...[date, event, description, shop, invoice],
  ...[oldValue, newValue, reason, by],
];

/** What an entry is called: `entry 7`. */
export function entryName({ audit_id }: AuditEntry): string {
  return `entry ${audit_id}`;
}

/** The day, and the time below it: an auditor reads both. */
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
  const { event_type, event_description, old_value, new_value, edit_reason } = entry;
  const name = entryName(entry);
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {event_type}
      </Text>
      <LongText text={event_description} name={`description of ${name}`} />
      <PhoneOnly>
        <Named title={oldValue.title} text={old_value && linesOf(old_value)} name={`old value of ${name}`} />
        <Named title={newValue.title} text={new_value && linesOf(new_value)} name={`new value of ${name}`} />
        <Named title={reason.title} text={edit_reason} name={`reason of ${name}`} />
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {[entry.shop_id && `Shop ${entry.shop_id}`, entry.invoice_id].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {formatInstant(entry.event_date)} · {entry.user_actioned}
        </Text>
      </PhoneOnly>
    </Stack>
  );
}

function AboutCell({ entry: { shop_id, invoice_id } }: { entry: AuditEntry }) {
  return (
    <>
      {shop_id}
      {invoice_id !== null && (
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {invoice_id}
        </Text>
      )}
    </>
  );
}

/** A text of the entry after its title, several lines below it; nothing where there is none. */
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

function Reason({ entry }: { entry: AuditEntry }) {
  if (entry.edit_reason === null) return null;
  return <LongText text={entry.edit_reason} name={`reason of ${entryName(entry)}`} />;
}

function Value({ text, name }: { text: string | null; name: string }) {
  return text === null ? null : <LongText text={linesOf(text)} name={name} />;
}

/** Acts write a thing as `shop_name: Nimal Stores; location: Block A`; a line a field reads better. */
function linesOf(text: string): string {
  return text.replaceAll(/; (?=\w+: )/g, '\n');
}
