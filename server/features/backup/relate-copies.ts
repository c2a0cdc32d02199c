import type { Reader } from '../../db/connect.ts';
import { findHashes, findHead } from '../audit/queries.ts';
import { byTime, type CopyName, positionOf, readCopyName } from './copy-name.ts';
import { type CopyRow, listCopies } from './queries.ts';

/**
 * How a copy relates to the audit log of this market. `own`: its last entry is one of this log. `longer`: its last entry
 * has a number that this log has not reached. `other`: this log has another entry with that number. `unknown`: the name
 * is of an older release, and this market does not know the copy.
 */
export type LogRelation = 'own' | 'longer' | 'other' | 'unknown';

export type RelatedCopy<Copy extends CopyName = CopyName> = Copy & { relation: LogRelation; row: CopyRow | undefined };

/** Returns how each copy relates to the log of this database. Only a copy that is `own` may be replaced or deleted. */
export async function relateCopies<Copy extends CopyName>(
  db: Reader,
  copies: readonly Copy[],
): Promise<RelatedCopy<Copy>[]> {
  const end = (await findHead(db))?.newest_id ?? 0;
  const hashes = await findHashes(db, [...new Set(copies.map(({ position }) => position?.entry ?? 0))]);
  const rows = new Map((await listCopies(db)).map((row) => [row.name, row]));
  const firstOfRelease = [...rows.keys()]
    .flatMap((name) => readCopyName(name) ?? [])
    .filter(hasPosition)
    .toSorted(byTime)[0];
  const relationOf = ({ name, day, position }: CopyName): LogRelation => {
    if (position === undefined) {
      if (rows.has(name)) return 'own';
      // This market writes longer names since then, so another one wrote the copy.
      return firstOfRelease !== undefined && day > firstOfRelease.day ? 'other' : 'unknown';
    }
    if (position.entry > end) return 'longer';
    return positionOf(position.entry, hashes.get(position.entry) ?? '').hash === position.hash ? 'own' : 'other';
  };
  return copies.map((copy) => ({ ...copy, relation: relationOf(copy), row: rows.get(copy.name) }));
}

/**
 * Returns true if the test restore of a copy was identical. A copy without a row was not tested: the process was killed,
 * or the market was restored from this copy.
 */
export function isProven({ row }: RelatedCopy): boolean {
  return row !== undefined && row.proven_at !== null;
}

function hasPosition({ position }: CopyName): boolean {
  return position !== undefined;
}

/** Returns the copies of another log. Copies whose log is unknown are not among them. */
export function foreignOf<Copy extends RelatedCopy>(copies: readonly Copy[]): Copy[] {
  return copies.filter(({ relation }) => relation === 'longer' || relation === 'other');
}
