import { createHash } from 'node:crypto';
import { addDays, type Day, dayOf } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import { CLAIM_DAYS } from '#contract/claims.ts';
import { readDayText } from '#contract/day-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { countVisit } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { badInput } from '../../http/core/read-request.ts';
import { prepareImage } from '../images/store-image.ts';
import { lockTenancy } from '../tenants/queries.ts';
import { findSameClaim, insertClaim, listUndecidedClaims } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const MOST_OF_LINK = 6;
const MOST_OF_NETWORK = 30;
const MOST_OPEN = 12;

interface ClaimInput {
  tenancyId: number;
  amount: Cents;
  day: string;
  bank: string;
  picture: Buffer | undefined;
  /** The network address of the tenant. */
  client: string;
}

/** Records what a tenant says to have paid. The same amount and day, or the same picture, is the same claim. */
export async function addClaim(
  app: Pick<AppContext, 'database'>,
  { now }: Pick<ActionContext, 'now'>,
  { tenancyId, amount, day: written, bank, picture, client }: ClaimInput,
): Promise<void> {
  const { database } = app;
  const day = readClaimDay(written, dayOf(now));
  for (const [subject, most] of [
    [`claims of tenancy ${tenancyId}`, MOST_OF_LINK],
    [`claims from ${networkOf(client)}`, MOST_OF_NETWORK],
  ] as const) {
    const seconds = await countVisit(database, { subject, most, now, windowMs: HOUR_MS });
    if (seconds !== undefined)
      throw new Refusal('too_many_tries', {
        message: apiMessage('claims.add.too_many'),
        retryAfterSeconds: seconds,
      });
  }
  const picture_hash = picture === undefined ? null : createHash('sha256').update(picture).digest('hex');
  const image = picture === undefined ? undefined : await prepareImage(picture);
  await database.write(async (tx) => {
    const tenancy = await lockTenancy(tx, tenancyId);
    if (!tenancy) throw new Refusal('tenancy_not_found');
    const claim = { tenancy_id: tenancyId, cents: amount, day, bank, picture_hash };
    if (await findSameClaim(tx, claim)) return;
    if ((await listUndecidedClaims(tx, tenancyId)).length >= MOST_OPEN)
      throw new Refusal('too_many_tries', { message: apiMessage('claims.add.too_many_open') });
    await insertClaim(tx, { ...claim, picture: image?.bytes ?? null, claimed_at: now });
  });
}

/** The day of a claim is written as people write days; it is today or one of the last 30 days. */
function readClaimDay(written: string, today: Day): Day {
  const { day } = readDayText(written, { today, earliest: addDays(today, -CLAIM_DAYS), latest: today });
  if (day === undefined)
    throw badInput([{ field: 'day', message: apiMessage('claims.add.day', { days: CLAIM_DAYS }) }]);
  return day;
}
