import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import classes from './audit-table.module.css';
import { eventName } from './event-name.ts';

const ANYWHERE = { overflowWrap: 'anywhere' } as const;
/** The server sorts, newest first. */
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
    by: { key: 'by', title: t('audit.column.by'), value: ({ user_actioned }) => user_actioned },
  } as const satisfies Record<string, Column<AuditEntry>>;
}

export function auditColumns(): readonly Column<AuditEntry>[] {
  const { date, event, shop, oldValue, newValue, reason, by } = allColumns();
  return [
    { ...date, render: ({ event_date }) => <When at={formatInstant(event_date)} />, width: 104, ...WIDE },
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
    { ...by, render: ({ user_actioned }) => <span style={ANYWHERE}>{user_actioned}</span>, width: 230, ...WIDE },
  ];
}

export function auditSheetColumns(): readonly Column<AuditEntry>[] {
  return Object.values(allColumns());
}

export function entryName({ audit_id }: AuditEntry): string {
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

/** `shop_name: Nimal Stores; location: Block A` becomes two lines. */
function linesOf(text: string): string {
  return text.replaceAll(/; (?=\w+: )/g, '\n');
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
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {eventName(event_type)}
      </Text>
      <LongText text={event_description} name={t('audit.entry.description', { id: String(audit_id) })} />
      <PhoneOnly>
        <Named title={t('audit.column.oldValue')} text={oldLines(entry)} name={oldName(entry)} />
        <Named title={t('audit.column.newValue')} text={newLines(entry)} name={newName(entry)} />
        <Named title={t('audit.column.reason')} text={edit_reason} name={reasonName(entry)} />
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {[shop, invoice_id].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" style={ANYWHERE}>
          {formatInstant(entry.event_date)} · {entry.user_actioned}
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
          {invoice_id}
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
        {isLong && !isWhole ? `${beginning.trimEnd()}…` : text}
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
