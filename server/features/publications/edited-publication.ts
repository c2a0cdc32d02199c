import { apiMessage } from '#contract/messages/message.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { edited } from '../audit/edited.ts';
import { lockPublication, type PublicationRow, updatePublication } from './queries.ts';

export type PublicationTerms = Omit<PublicationRow, 'id' | 'created_at' | 'updated_at'>;

export const editedPublication = edited<number, PublicationRow, PublicationRow, PublicationTerms>({
  lock: lockPublication,
  missing: 'publication_not_found',
  labels: {
    type: 'type',
    topic: 'topic',
    topic_si: 'topic_si',
    topic_ta: 'topic_ta',
    description: 'description',
    description_si: 'description_si',
    description_ta: 'description_ta',
    image_hash: 'image',
  },
  async update(tx, { now }, { before, after }) {
    const row = await updatePublication(tx, before.id, { ...after, updated_at: now });
    await raiseDataVersion(tx);
    return row;
  },
  changed: ({ id, topic }) => ({
    type: 'Publication Changed',
    description: apiMessage('publications.audit.changed', { id: String(id), topic }),
  }),
});
