import { apiMessage } from '#contract/messages/message.ts';
import type { PublicationFields } from '#contract/publications.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { editedPublication } from './edited-publication.ts';
import { insertPublication, type PublicationRow } from './queries.ts';

export async function addPublication(
  tx: Writer,
  context: ActionContext,
  { image, ...fields }: PublicationFields & { image: EncodedImage | undefined },
): Promise<PublicationRow> {
  if (image) await storeImage(tx, image, context.now);
  const added = await insertPublication(tx, {
    type: fields.type,
    topic: fields.topic,
    topic_si: fields.topic_si ?? '',
    topic_ta: fields.topic_ta ?? '',
    description: fields.description,
    description_si: fields.description_si ?? '',
    description_ta: fields.description_ta ?? '',
    image_hash: image?.hash ?? null,
    created_at: context.now,
    updated_at: context.now,
  });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Publication Added',
    description: apiMessage('publications.audit.added', { id: String(added.id), topic: added.topic }),
    newValue: editedPublication.describeAll(added),
  });
  return added;
}
