import type { PublicationRow } from './queries.ts';

const FIELDS = [
  'type',
  'topic',
  'topic_si',
  'topic_ta',
  'description',
  'description_si',
  'description_ta',
  'image_hash',
] as const;

/** What a person can change of a publication. */
export type Described = Pick<PublicationRow, (typeof FIELDS)[number]>;

/** A publication in one text for the audit log: `type: notice; topic: Closed on Poya; ...`. */
export function describePublication(publication: Described): string {
  return describe(publication, FIELDS);
}

/** What differs, before and after, in texts that a person can compare; undefined when nothing does. */
export function describeChanges(
  before: Described,
  after: Described,
): { oldValue: string; newValue: string } | undefined {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return { oldValue: describe(before, changed), newValue: describe(after, changed) };
}

function describe(publication: Described, fields: readonly (typeof FIELDS)[number][]): string {
  return fields.map((field) => `${field}: ${publication[field] ?? 'none'}`).join('; ');
}
