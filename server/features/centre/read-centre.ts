import { type Centre, centreSchema } from '#contract/centre.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';
import { CENTRE, parseCentre, type StoredCentre } from '../../http/cache/current-centre.ts';

/** Returns the details as stored, with empty translations; before they are stored the given ones. */
export async function readCentre(db: Reader, first: Centre = centreSchema.parse({})): Promise<StoredCentre> {
  const stored = await findSetting(db, CENTRE);
  return stored ? parseCentre(stored.value) : { facts: first, file: null };
}
