import type { MailResult, StoredMail } from '#contract/mail.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import type { ListedMailRow } from './queries.ts';

export function presentMailResult(row: ListedMailRow): Unworded<MailResult> {
  return {
    success: row.state !== 'failed' && row.state !== 'unknown',
    invoice_id: row.number ?? '',
    shop_id: row.written_shop_id,
    message: restoreMessage(row.message),
    state: row.state,
  };
}

export function presentUnknownInvoice(number: string): Unworded<MailResult> {
  return {
    success: false,
    invoice_id: number,
    shop_id: /^INV-(.+)-\d{6}$/i.exec(number)?.[1] ?? '',
    message: apiMessage('refusals.invoice_not_found'),
    state: 'failed',
  };
}

export function presentMail(row: ListedMailRow): Unworded<StoredMail> {
  return {
    mail_id: row.id,
    invoice_id: row.number,
    shop_id: row.written_shop_id,
    recipient: row.recipient,
    state: row.state,
    message: restoreMessage(row.message),
    requested_by: row.requested_by,
    createdAt: row.requested_at,
    updatedAt: row.changed_at,
  };
}
