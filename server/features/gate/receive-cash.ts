import { cents, writeDecimal } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import type { gateCash } from '#contract/gate-cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ownSession } from '../cash/find-session.ts';
import { lockHeldCents } from '../cash/held-cash.ts';
import { insertHandover, listHeldSince } from './handover-queries.ts';

interface Receiving {
  given: Body<typeof gateCash.receive>;
  /** Who may see the cash of everybody also receives gate cash without a drawer. */
  seesAll: boolean;
}

/**
 * Records that the caller received all cash that another person holds from closed shifts, except what stays with that
 * person. What was neither received nor left is missing, and needs a reason. The cash goes into the caller's open drawer.
 */
export async function receiveCash(tx: Writer, context: ActionContext, { given, seesAll }: Receiving): Promise<number> {
  const { account_id, received_cash: received, left_cash: left = cents(0), reason = '' } = given;
  if (account_id === context.accountId) throw new Refusal('own_gate_cash');
  const session_id = await ownSession(tx, context, !seesAll);
  const expected = await lockHeldCents(tx, account_id);
  const [keeper] = await listHeldSince(tx, [account_id]);
  if (expected <= 0 || !keeper) throw new Refusal('no_gate_cash');
  const amount = writeDecimal(expected);
  if (left > expected)
    throw badInput([{ field: 'left_cash', message: apiMessage('gate.cash.left_too_much', { amount }) }]);
  if (received + left !== expected && reason === '') {
    const message = apiMessage('gate.cash.other_amount', { amount });
    throw new Refusal('difference_unexplained', { message, details: [{ field: 'reason', message }] });
  }
  const id = await insertHandover(tx, context, {
    account_id,
    keeper: keeper.email,
    expected_cents: expected,
    given_cents: cents(0),
    received_cents: received,
    left_cents: left,
    reason,
    session_id,
  });
  await writeAudit(tx, context, {
    type: 'Gate Cash Received',
    description:
      session_id === null
        ? apiMessage('gate.audit.cash_received', { email: keeper.email, left: writeDecimal(left) })
        : apiMessage('gate.audit.cash_into_drawer', {
            email: keeper.email,
            left: writeDecimal(left),
            session: String(session_id),
          }),
    oldValue: amount,
    newValue: writeDecimal(received),
    ...(reason !== '' && { reason }),
  });
  return id;
}
