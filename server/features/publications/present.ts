import type { Publication } from '#contract/publications.ts';
import { locateImage } from '../images/locate-image.ts';
import type { PublicationRow } from './queries.ts';

export function presentPublication(row: PublicationRow, publicUrl: string | undefined): Publication {
  return {
    id: row.id,
    type: row.type,
    topic: row.topic,
    topic_si: row.topic_si,
    topic_ta: row.topic_ta,
    description: row.description,
    description_si: row.description_si,
    description_ta: row.description_ta,
    image: locateImage(publicUrl, row.image_hash),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
