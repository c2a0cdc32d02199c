import type { ApiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { FactorContext } from './check-proof.ts';
import { openChallenge } from './open-challenge.ts';
import type { FactorRow } from './queries.ts';
import { requestPasskey } from './request-passkey.ts';

export async function askForFactor(
  { database, config }: FactorContext,
  { now }: ActionContext,
  {
    factors,
    purpose,
    message,
  }: { factors: readonly FactorRow[]; purpose: 'sign-in' | 'passkey proof'; message?: ApiMessage },
): Promise<Refusal> {
  const accountId = factors[0]?.account_id ?? null;
  const { token } = await database.writeSession((tx) => openChallenge(tx, { purpose, accountId, now }));
  const hasApp = factors.some(({ kind }) => kind === 'app');
  return new Refusal('second_factor_required', {
    ...(message && { message }),
    secondStep: { ...requestPasskey(config, token, factors), has_app: hasApp },
  });
}
