import { addDays, type Day, dayOf, type Instant } from '#billing/calendar.ts';
import { PeerFault } from './centre-fault.ts';
import { fetchPeer, type PeerRules } from './fetch-peer.ts';
import {
  MOST_CORRECTIONS,
  type PeerDay,
  type PeerIdentity,
  type PeerPrice,
  type PeerProduct,
  readCorrections,
  readDays,
  readIdentity,
  readList,
  readProducts,
} from './peer-answers.ts';
import { firstDayStored, planDays } from './plan-reading.ts';
import type { CentreRow, OtherDay } from './queries.ts';

/** The lists that one reading asks for. The history of a new centre arrives in several readings. */
const LISTS_AT_ONCE = 40;
const CORRECTION_PAGES = 5;
/** Days by which corrections are asked for again, in case the clocks of both servers differ. */
const OVERLAP_DAYS = 2;

const IDENTITY_PATH = '/api/v1/datapackage.json';
const PRODUCTS_PATH = '/api/v1/products';

/** What one reading found. What could not be read is absent, and `fault` says why. */
export interface Reading {
  identity?: PeerIdentity;
  products?: PeerProduct[];
  changedDays: OtherDay[];
  goneDays: Day[];
  lists: Map<Day, PeerPrice[]>;
  lastChange: number;
  etags: Record<string, string>;
  fault?: PeerFault;
}

export interface AskPeer {
  centre: CentreRow;
  storedDays: readonly OtherDay[];
  now: Instant;
  rules: PeerRules;
}

export async function askIdentity(address: string, rules: PeerRules): Promise<PeerIdentity> {
  const answer = await fetchPeer(address, IDENTITY_PATH, { rules });
  if (answer.isUnchanged) throw new PeerFault('bad_status', '304');
  return readIdentity(answer.json, IDENTITY_PATH);
}

/** Asks a centre for what has changed. Writes nothing. */
export async function readOtherCentre({ centre, storedDays, now, rules }: AskPeer): Promise<Reading> {
  const peer = new Peer(centre, rules);
  const reading: Reading = {
    changedDays: [],
    goneDays: [],
    lists: new Map(),
    lastChange: centre.last_change,
    etags: peer.etags,
  };
  try {
    const identity = await peer.find(IDENTITY_PATH, readIdentity);
    if (identity && identity.key !== centre.market_key) throw new PeerFault('other_key');
    const products = await peer.find(PRODUCTS_PATH, readProducts);
    const today = dayOf(now);
    const answered = new Map<number, PeerDay[]>();
    for (const year of new Set([yearOf(firstDayStored(today)), yearOf(today)])) {
      const days = await peer.find(`/api/v1/days?year=${year}`, readDays);
      if (days) answered.set(year, days);
    }
    const { corrected, lastChange } = await peer.askCorrections();
    const plan = planDays({ centreId: centre.id, stored: storedDays, answered, corrected, today });
    Object.assign(reading, { identity, products, lastChange, changedDays: plan.changed, goneDays: plan.gone });
    const stale = staleDays(storedDays, reading);
    for (const date of stale.slice(0, LISTS_AT_ONCE)) {
      const path = `/api/v1/prices?date=${date}`;
      reading.lists.set(date, await peer.get(path, (json) => readList(json, path, date)));
    }
  } catch (error) {
    if (!(error instanceof PeerFault)) throw error;
    reading.fault = error;
  }
  return reading;
}

/** Returns the days whose lists are to be read, newest first, so that today's is there first. */
function staleDays(stored: readonly OtherDay[], { changedDays, goneDays }: Reading): Day[] {
  const days = new Map(stored.map((one) => [one.date, one]));
  for (const one of changedDays) days.set(one.date, one);
  for (const date of goneDays) days.delete(date);
  return [...days.values()]
    .filter(({ is_stale }) => is_stale === 1)
    .map(({ date }) => date)
    .sort((one, other) => (one < other ? 1 : -1));
}

/** The questions to one centre in one reading. */
class Peer {
  readonly etags: Record<string, string> = {};
  readonly #centre: CentreRow;
  readonly #rules: PeerRules;
  readonly #before: Record<string, string>;

  constructor(centre: CentreRow, rules: PeerRules) {
    this.#centre = centre;
    this.#rules = rules;
    this.#before = JSON.parse(centre.etags);
  }

  /** Returns undefined if the answer is the one of the last reading. */
  async find<Read>(path: string, read: (json: unknown, path: string) => Read): Promise<Read | undefined> {
    const before = this.#before[path];
    const answer = await fetchPeer(this.#centre.address, path, { etag: before, rules: this.#rules });
    if (answer.isUnchanged) {
      if (before === undefined) throw new PeerFault('bad_status', `304 ${path}`);
      this.etags[path] = before;
      return undefined;
    }
    const found = read(answer.json, path);
    if (answer.etag !== undefined && answer.etag.length <= 200) this.etags[path] = answer.etag;
    return found;
  }

  async get<Read>(path: string, read: (json: unknown) => Read): Promise<Read> {
    const answer = await fetchPeer(this.#centre.address, path, { rules: this.#rules });
    if (answer.isUnchanged) throw new PeerFault('bad_status', `304 ${path}`);
    return read(answer.json);
  }

  /** Returns the days of corrections that are newer than the last one read; all days if there are too many. */
  async askCorrections(): Promise<{ corrected: Set<Day> | 'all'; lastChange: number }> {
    const { answered_at, last_change } = this.#centre;
    const isFirst = answered_at === null;
    const since = isFirst ? '' : `&since=${addDays(dayOf(answered_at), -OVERLAP_DAYS)}`;
    const limit = isFirst ? 1 : MOST_CORRECTIONS;
    const corrected = new Set<Day>();
    let newest = last_change;
    for (let page = 1; page <= CORRECTION_PAGES; page += 1) {
      const path = `/api/v1/corrections?limit=${limit}&page=${page}${since}`;
      const rows = await this.get(path, (json) => readCorrections(json, path));
      const fresh = rows.filter(({ id }) => id > last_change);
      const [first] = rows;
      // Its numbers begin lower than before: it was restored from a backup.
      if (!isFirst && page === 1 && first && first.id < last_change) return { corrected: 'all', lastChange: first.id };
      for (const { id, date } of fresh) {
        newest = Math.max(newest, id);
        corrected.add(date);
      }
      if (isFirst) return { corrected: new Set(), lastChange: newest };
      if (fresh.length < limit) return { corrected, lastChange: newest };
    }
    return { corrected: 'all', lastChange: newest };
  }
}

function yearOf(date: Day): number {
  return Number(date.slice(0, 4));
}
