import { writeDecimal } from '#billing/money.ts';
import type { bank } from '#contract/bank.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { isCheque } from '#contract/words.ts';
import type { Writer } from '../../db/connect.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { recordBankDay } from '../cash/record-bank-day.ts';
import { reopenBanking } from '../cash/reopen-session.ts';
import { reopenHandover } from '../gate/bank-handover.ts';
import { nameReversed } from '../payments/name-reversed.ts';
import { removePayment } from '../payments/remove-payment.ts';
import { lockShops } from '../shops/queries.ts';
import { listParts, type MatchPartRow } from './part-queries.ts';
import { endMatch, findBankLine, lockBankAccounts } from './queries.ts';

type Ask = RequestContext<typeof bank.undo>;

/** Opens a matched or ignored line again, and cancels what its match recorded. */
export async function undoMatch(tx: Writer, ask: Ask): Promise<void> {
  const { params, body, context } = ask;
  await lockBankAccounts(tx);
  const line = await findBankLine(tx, params.id);
  if (!line) throw new Refusal('bank_line_not_found');
  if (line.match_id === null) throw new Refusal('bank_line_open');
  const parts = await listParts(tx, [line.match_id]);
  await lockShops(
    tx,
    parts.flatMap(({ shop_id }) => shop_id ?? []),
  );
  await endMatch(tx, context, { id: line.match_id, reason: body.reason });
  for (const part of parts) await undoPart(tx, ask, part);
  await writeAudit(tx, context, {
    type: 'Bank Line Reopened',
    description: apiMessage('bank.audit.reopened', { day: { day: line.day }, text: line.text }),
    oldValue: writeDecimal(line.cents),
    reason: body.reason,
  });
}

/** What somebody recorded before the match, or changed since, stays. */
async function undoPart(tx: Writer, ask: Ask, part: MatchPartRow): Promise<void> {
  const { context, body } = ask;
  const { kind, subject_id: id, day_before: before } = part;
  const { reason } = body;
  switch (kind) {
    case 'payment':
      return undoPayment(tx, ask, part);
    case 'cash':
      if (before === null) await reopenBanking(tx, context, { id, part: 'to_bank', reason });
      return;
    case 'kept_cash':
      if (before === null) await reopenBanking(tx, context, { id, part: 'kept', reason });
      return;
    case 'gate_cash':
      if (before === null) await reopenHandover(tx, context, { id, reason });
      return;
    case 'returned_cheque':
    case 'paid_back':
  }
}

async function undoPayment(tx: Writer, ask: Ask, part: MatchPartRow): Promise<void> {
  const { subject_id: id, day_before: day, is_new, voided_at, method } = part;
  if (voided_at !== null) return;
  if (is_new === 1) {
    const { reversed } = await removePayment(tx, ask.context, { id, reason: ask.body.reason });
    nameReversed(tx, ask, { kind: 'payment_voided', reason: ask.body.reason, reversed });
    return;
  }
  const kind = isCheque(method) ? 'cheque' : 'electronic';
  await recordBankDay(tx, ask.context, { kind, ids: [id], day });
}
