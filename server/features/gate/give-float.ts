import { cents, writeDecimal } from '#billing/money.ts';
import type { Body } from '#contract/call.ts';
import type { gateCash } from '#contract/gate-cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { lockAccountById } from '../accounts/queries.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockHeldCents } from '../cash/held-cash.ts';
import { insertHandover } from './handover-queries.ts';

/**
 * Records that the office handed out a float to a person, who holds it until it is opening cash of a shift, the float of a
 * drawer, or handed over.
 */
export async function giveFloat(
  tx: Writer,
  context: ActionContext,
  { account_id, given_cash: given }: Body<typeof gateCash.give>,
): Promise<number> {
  if (account_id === context.accountId)
    throw new Refusal('own_gate_cash', { message: apiMessage('gate.cash.own_float') });
  const account = await lockAccountById(tx, account_id);
  if (!account) throw new Refusal('account_not_found');
  if (account.disabled_at !== null)
    throw badInput([{ field: 'account_id', message: apiMessage('gate.cash.disabled_account') }]);
  const held = await lockHeldCents(tx, account_id);
  const id = await insertHandover(tx, context, {
    account_id,
    keeper: account.email,
    expected_cents: held,
    given_cents: given,
    received_cents: cents(0),
    left_cents: cents(held + given),
    reason: '',
    session_id: null,
  });
  await writeAudit(tx, context, {
    type: 'Float Handed Out',
    description: apiMessage('gate.audit.float_given', { id: String(id), email: account.email }),
    newValue: writeDecimal(given),
  });
  return id;
}
