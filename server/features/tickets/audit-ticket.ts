import { type Cents, writeDecimal } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentDeviceNumber } from './present.ts';

type Row = Pick<Tables['sanitation_tickets'], 'cents' | 'issued_at' | 'issued_day' | 'device_number' | 'void_reason'>;

/** Adds the audit entry of an issued ticket. The entry is short, because there are thousands a day. */
export async function auditIssue(
  tx: Writer,
  context: ActionContext,
  { what, row }: { what: ApiMessage; row: Row },
): Promise<void> {
  const device = row.device_number === null ? undefined : presentDeviceNumber(row.device_number);
  const named = device === undefined ? what : apiMessage('tickets.audit.on_device', { ticket: what, device });
  const isLate = row.issued_at !== context.now;
  await writeAudit(tx, context, {
    type: 'Ticket Issued',
    description: isLate ? apiMessage('tickets.audit.late', { ticket: named, time: row.issued_at }) : named,
    newValue: writeDecimal(row.cents),
  });
}

export async function auditOtherPrice(
  tx: Writer,
  context: ActionContext,
  { what, cents, tariff }: { what: ApiMessage; cents: Cents; tariff: Cents },
): Promise<void> {
  await writeAudit(tx, context, {
    type: 'Ticket Price Differs',
    description: apiMessage('tariff.audit.differs', { ticket: what }),
    oldValue: writeDecimal(tariff),
    newValue: writeDecimal(cents),
  });
}

export async function auditVoid(
  tx: Writer,
  context: ActionContext,
  { what, row }: { what: ApiMessage; row: Row },
): Promise<void> {
  await writeAudit(tx, context, {
    type: 'Ticket Deleted',
    description: apiMessage('tickets.audit.deleted', { ticket: what, date: row.issued_day }),
    oldValue: writeDecimal(row.cents),
    ...(row.void_reason && { reason: row.void_reason }),
  });
}
