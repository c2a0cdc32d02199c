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
export type PublicationTerms = Pick<PublicationRow, (typeof FIELDS)[number]>;

/** That part of a publication, for the audit log. */
export function describePublication(publication: PublicationTerms): PublicationTerms {
  return Object.fromEntries(FIELDS.map((field) => [field, publication[field]])) as PublicationTerms;
}
