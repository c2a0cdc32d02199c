import type { Answer } from '#contract/call.ts';
import type { places } from '#contract/places.ts';
import type { Reader } from '../../db/connect.ts';
import { type AuditHead, findHead } from '../audit/queries.ts';
import { loadPlaces } from './load-places.ts';

type ShownPlaces = Answer<typeof places.now>;

/**
 * The places as they were last read. Every write that moves money adds an audit entry, so they are read again only if
 * the log has another end.
 */
export class HeldPlaces {
  #held: { head: AuditHead; places: ShownPlaces } | undefined;

  async read(db: Reader): Promise<ShownPlaces> {
    const head = await findHead(db);
    if (head && this.#held?.head.newest_id === head.newest_id && this.#held.head.hash === head.hash)
      return this.#held.places;
    const read = await loadPlaces(db);
    if (head) this.#held = { head, places: read };
    return read;
  }
}

export function nowhereIn({ places: all }: ShownPlaces): number {
  return all.find(({ place }) => place === 'nowhere')?.amount ?? 0;
}
