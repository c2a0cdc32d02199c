import type { PublicationRow } from './queries.ts';

/** What a person can change of a publication: every column but those that the server writes by itself. */
export type PublicationTerms = Omit<PublicationRow, 'id' | 'created_at' | 'updated_at'>;

/** That part of a publication, for the audit log. An edit that changes nothing of it writes nothing. */
export function describePublication(publication: PublicationTerms): PublicationTerms {
  return {
    type: publication.type,
    topic: publication.topic,
    topic_si: publication.topic_si,
    topic_ta: publication.topic_ta,
    description: publication.description,
    description_si: publication.description_si,
    description_ta: publication.description_ta,
    image_hash: publication.image_hash,
  };
}
