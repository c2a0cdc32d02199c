import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { MOST_PROGRAM_TOKENS, MOST_TOKEN_DAYS, type ProgramToken } from '#contract/program-tokens.ts';
import { Refusal } from '#contract/refusals.ts';
import { type ProgramScope, programScopes } from '#contract/words.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { drawProgramToken, hashProgramToken } from './program-secret.ts';
import { countUsableTokens, findToken, insertToken, revokeTokenRow } from './queries.ts';
import { presentToken } from './token-state.ts';

interface TokenInput {
  label: string;
  scopes: readonly ProgramScope[];
  last_day: Day;
}

export interface MadeToken {
  token: string;
  id: number;
}

/** Makes a token. Only its hash is stored, so it can be shown only now. */
export async function makeToken(
  tx: Writer,
  context: ActionContext,
  { label, scopes: asked, last_day }: TokenInput,
): Promise<MadeToken> {
  const today = dayOf(context.now);
  if (last_day < today || last_day > addDays(today, MOST_TOKEN_DAYS)) {
    const message = apiMessage('program-tokens.lastDay', { most: { day: addDays(today, MOST_TOKEN_DAYS) } });
    throw new Refusal('invalid_input', { details: [{ field: 'last_day', message }] });
  }
  await lockDataVersion(tx);
  if ((await countUsableTokens(tx, today)) >= MOST_PROGRAM_TOKENS) throw new Refusal('too_many_program_tokens');
  const token = drawProgramToken();
  const scopes = programScopes.filter((scope) => asked.includes(scope));
  const id = await insertToken(tx, {
    hash: hashProgramToken(token),
    label,
    scopes: JSON.stringify(scopes),
    last_day,
    made_at: context.now,
    made_by: context.actor,
    made_by_id: context.accountId ?? null,
    revoked_at: null,
    revoked_by: null,
    used_at: null,
  });
  await writeAudit(tx, context, {
    type: 'Program Token Made',
    description: apiMessage('program-tokens.audit.made', { label, day: { day: last_day } }),
    newValue: scopes.join(', '),
  });
  return { token, id };
}

export async function revokeToken(tx: Writer, context: ActionContext, id: number): Promise<ProgramToken> {
  const isRevoked = await revokeTokenRow(tx, id, { at: context.now, by: context.actor });
  if (!isRevoked) throw new Refusal('program_token_not_found');
  const token = await getToken(tx, context, id);
  await writeAudit(tx, context, {
    type: 'Program Token Revoked',
    description: apiMessage('program-tokens.audit.revoked', { label: token.label }),
  });
  return token;
}

export async function getToken(tx: Writer, { now }: ActionContext, id: number): Promise<ProgramToken> {
  const token = await findToken(tx, id);
  if (!token) throw new Refusal('program_token_not_found');
  return presentToken(token, dayOf(now));
}
