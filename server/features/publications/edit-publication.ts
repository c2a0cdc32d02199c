import type { Body } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { publications } from '#contract/publications.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { describePublication, type PublicationTerms } from './describe-publication.ts';
import { lockPublication, type PublicationRow, updatePublication } from './queries.ts';

type Fields = Body<typeof publications.edit>;

export async function editPublication(
  tx: Writer,
  context: ActionContext,
  { id, image, ...fields }: Fields & { id: number; image: EncodedImage | undefined },
): Promise<PublicationRow> {
  const before = await lockPublication(tx, id);
  if (!before) throw new Refusal('publication_not_found');
  const after = applyFields(before, fields, image?.hash);
  const changes = describeChanges(describePublication(before), describePublication(after));
  if (!changes) return before;
  if (image) await storeImage(tx, image, context.now);
  const edited = await updatePublication(tx, id, { ...after, updated_at: context.now });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Publication Changed',
    description: apiMessage('publications.audit.changed', { id: String(id), topic: edited.topic }),
    ...changes,
  });
  return edited;
}

function applyFields(before: PublicationRow, fields: Fields, newImage: string | undefined): PublicationTerms {
  const keptImage = fields.remove_image ? null : before.image_hash;
  return {
    type: fields.type,
    topic: fields.topic,
    topic_si: fields.topic_si ?? before.topic_si,
    topic_ta: fields.topic_ta ?? before.topic_ta,
    description: fields.description,
    description_si: fields.description_si ?? before.description_si,
    description_ta: fields.description_ta ?? before.description_ta,
    image_hash: newImage ?? keptImage,
  };
}
