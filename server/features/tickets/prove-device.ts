import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import { deviceIdOf } from './device-code.ts';
import { findDevice, hasIssuedWith } from './queries.ts';

/**
 * The letters of a number belong to the phone that claimed them: its secret signs each number. Letters claimed without
 * a secret belong to the account and earlier issuers, or to all where no account is known. Unclaimed letters are free
 * and never assigned afterwards.
 */
export async function refuseForeignNumber(
  db: Reader,
  { accountId }: ActionContext,
  { number, proof }: { number: string; proof: string | undefined },
): Promise<void> {
  // A command.
  if (accountId === undefined) return;
  const [letters = ''] = /^[A-Z]+/.exec(number) ?? [];
  const id = deviceIdOf(letters);
  const device = id === undefined ? undefined : await findDevice(db, id);
  if (!device) return;
  const owners = [accountId, null];
  const isMine =
    device.secret === null
      ? owners.includes(device.created_by_id) || (await hasIssuedWith(db, letters, accountId))
      : proof !== undefined && isProof(proof, device.secret, number);
  if (!isMine) throw new Refusal('device_of_other');
}

function isProof(proof: string, secret: string, number: string): boolean {
  const wanted = createHmac('sha256', secret).update(number).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
