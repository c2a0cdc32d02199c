import { dayOf } from '#billing/calendar.ts';
import { message } from '#contract/messages/message.ts';
import type { Reader } from '../../db/connect.ts';
import type { AuditKey, AuditKeyring } from '../../db/seal/audit-key.ts';
import { readColumns, type Seals } from '../../db/seal/ledger-seals.ts';
import type { SealedColumns } from '../../db/seal/sealed-tables.ts';
import { type Anchor, AnchorSearch } from './find-anchors.ts';
import { type AuditHead, type AuditRow, findHead, listAuditCounts, listEntriesAfter } from './queries.ts';
import { requireKey } from './require-key.ts';
import { hashEntry } from './write-audit.ts';

const PAGE = 200;

export interface ChainVerification {
  entries: number;
  /** The number of entries that were written by an older release or with a key that has been replaced. */
  unproven: number;
  differences: string[];
  /** The last seal that the log contains for each row or ledger. */
  seals: Seals;
  /** The sealed columns; undefined without a key. */
  columns: SealedColumns | undefined;
}

/** Verifies the chain. After a break it continues from the stored entry, so that one break does not hide others. */
export async function verifyChain(
  db: Reader,
  keyring: AuditKeyring,
  anchors: readonly Anchor[] = [],
): Promise<ChainVerification> {
  const head = await findHead(db);
  const key = head && head.key_id !== '' ? requireKey(keyring, head) : undefined;
  const chain = new Chain(key, head?.last_without_tenancy);
  const search = new AnchorSearch(anchors);
  const counted = new Map<string, number>();
  for (let lastId = 0; ; ) {
    const page = await listEntriesAfter(db, lastId, PAGE);
    for (const entry of page) {
      chain.add(entry);
      search.compare(entry);
      lastId = entry.id;
      const place = `${dayOf(entry.event_date)} ${entry.event_type}`;
      counted.set(place, (counted.get(place) ?? 0) + 1);
    }
    if (page.length < PAGE) break;
  }
  const { entries, unproven, seals } = chain;
  const differences = [...chain.differences, ...chain.compareHead(head), ...search.missing()];
  if (differences.length === 0) differences.push(...compareCounts(counted, await listAuditCounts(db)));
  const columns = key && head ? readColumns(key, head.sealed_columns) : undefined;
  if (key && !columns) differences.push(message('audit.verify.columns'));
  return { entries, unproven, differences, seals, columns };
}

class Chain {
  readonly #key: AuditKey | undefined;
  readonly #lastWithoutTenancy: number | undefined;
  readonly differences: string[] = [];
  readonly seals: Seals = new Map();
  entries = 0;
  unproven = 0;
  #expected = '';
  #isKeyed = false;
  #newestId = 0;

  constructor(key: AuditKey | undefined, lastWithoutTenancy: number | undefined) {
    this.#key = key;
    this.#lastWithoutTenancy = lastWithoutTenancy;
  }

  add(entry: AuditRow): void {
    this.entries += 1;
    this.#newestId = entry.id;
    const fault = this.#findFault(entry);
    if (fault) this.differences.push(message(fault, { id: String(entry.id) }));
    this.#expected = entry.hash;
    if (entry.sealed === '' || fault) return;
    for (const [subject, seal] of Object.entries(JSON.parse(entry.sealed) as Record<string, string | null>)) {
      this.seals.set(subject, seal);
    }
  }

  #findFault({ hash, ...entry }: AuditRow) {
    const isLinked = entry.previous_hash === this.#expected;
    if (entry.key_id !== '' && entry.key_id === this.#key?.id) {
      // Within a log, the first entry with a MAC must be the one that introduces the key. A new log has the key from
      // its first entry on.
      const mayBegin = this.#isKeyed || entry.previous_hash === '' || entry.event_type === 'Audit Key Changed';
      this.#isKeyed = true;
      const isHash = hash === hashEntry(entry, this.#key, this.#lastWithoutTenancy);
      return isLinked && mayBegin && isHash ? undefined : 'audit.verify.broken';
    }
    if (this.#isKeyed) return 'audit.verify.unkeyed';
    if (entry.key_id !== '' && this.#key === undefined) return 'audit.verify.unkeyed';
    this.unproven += 1;
    const isHash = entry.key_id !== '' || hash === hashEntry(entry);
    return isLinked && isHash ? undefined : 'audit.verify.broken';
  }

  compareHead(head: AuditHead | undefined): string[] {
    if (head?.hash !== this.#expected || (this.#key && head.newest_id !== this.#newestId))
      return [message('audit.verify.truncated')];
    return this.#key && !this.#isKeyed ? [message('audit.verify.unkeyed_log')] : [];
  }
}

function compareCounts(
  counted: ReadonlyMap<string, number>,
  stored: Awaited<ReturnType<typeof listAuditCounts>>,
): string[] {
  const storedCounts = new Map(stored.map(({ day, event_type, entries }) => [`${day} ${event_type}`, entries]));
  return [...new Set([...counted.keys(), ...storedCounts.keys()])]
    .filter((place) => counted.get(place) !== storedCounts.get(place))
    .map((place) =>
      message('audit.verify.count', { place, stored: storedCounts.get(place) ?? 0, found: counted.get(place) ?? 0 }),
    );
}
