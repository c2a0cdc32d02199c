import type { Answer } from '#contract/call.ts';
import type { places } from '#contract/places.ts';
import type { Reader } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { type AuditHead, findHead, ledgersOfSubjects, listChangedSubjects } from '../audit/queries.ts';
import { loadDrawers, loadGate, loadPlaces, type PlaceParts } from './load-places.ts';
import { type LedgerMoney, listLedgerMoney } from './queries.ts';

type ShownPlaces = Omit<Answer<typeof places.now>, 'by_own_word'>;

interface Held {
  head: AuditHead;
  ledgers: ReadonlyMap<number, readonly LedgerMoney[]>;
  parts: Omit<PlaceParts, 'money'>;
  places: ShownPlaces;
}

/** If more ledgers have changed, all are read again. */
const MOST_CHANGED = 300;

/** The tables on whose rows a part depends, as far as they are sealed. Emails are read with each part. */
const DRAWERS = ['cash_sessions', 'gate_handovers', 'accounts'] as const satisfies (keyof Tables)[];
const GATE = [
  'gate_shifts',
  'gate_handovers',
  'sanitation_tickets',
  'vehicle_tickets',
  'counting_starts',
  'accounts',
] as const satisfies (keyof Tables)[];

/**
 * The places as they were last read. The audit log names each ledger and row that changes, so only the ledgers that it
 * names since the last read, and the parts whose tables it names, are read again.
 */
export class HeldPlaces {
  #held: Held | undefined;

  async read(db: Reader): Promise<ShownPlaces> {
    const head = await findHead(db);
    const held = this.#held;
    const changed = head && held ? await listChangedSubjects(db, held.head, head) : undefined;
    const isFollowed = held !== undefined && changed !== undefined && ledgersOfSubjects(changed).length <= MOST_CHANGED;
    if (isFollowed && changed.length === 0) return held.places;
    const ledgers = isFollowed ? await follow(db, held.ledgers, ledgersOfSubjects(changed)) : await readLedgers(db);
    const hasChanged = (tables: readonly string[]) =>
      !isFollowed || changed.some((subject) => tables.includes(subject.split(' ')[0] ?? ''));
    const parts = {
      drawers: held && !hasChanged(DRAWERS) ? held.parts.drawers : await loadDrawers(db),
      gate: held && !hasChanged(GATE) ? held.parts.gate : await loadGate(db),
    };
    const read = await loadPlaces(db, { ...parts, money: [...ledgers.values()].flat() });
    if (head) this.#held = { head, ledgers, parts, places: read };
    return read;
  }
}

async function readLedgers(db: Reader): Promise<Held['ledgers']> {
  return Map.groupBy(await listLedgerMoney(db), ({ tenancy_id }) => tenancy_id);
}

/** Replaces the changed ledgers. What is held is not changed, because another request may be using it. */
async function follow(db: Reader, before: Held['ledgers'], changed: readonly number[]): Promise<Held['ledgers']> {
  if (changed.length === 0) return before;
  const read = Map.groupBy(await listLedgerMoney(db, changed), ({ tenancy_id }) => tenancy_id);
  const rest = [...before].filter(([id]) => !changed.includes(id));
  return new Map([...rest, ...read]);
}

export function nowhereIn({ places: all }: ShownPlaces): number {
  return all.find(({ place }) => place === 'nowhere')?.amount ?? 0;
}
