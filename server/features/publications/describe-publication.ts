import type { PublicationRow } from './queries.ts';

export type PublicationTerms = Omit<PublicationRow, 'id' | 'created_at' | 'updated_at'>;

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
