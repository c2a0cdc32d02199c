import type { Body } from '#contract/call.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { publications } from '#contract/publications.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { editedPublication, type PublicationTerms } from './edited-publication.ts';
import { deletePublicationRow, lockPublication, type PublicationRow } from './queries.ts';

export async function removePublication(database: Database, context: ActionContext, id: number): Promise<void> {
  await database.write(async (tx) => {
    const publication = await lockPublication(tx, id);
    if (!publication) throw new Refusal('publication_not_found');
    await deletePublicationRow(tx, id);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Publication Deleted',
      description: apiMessage('publications.audit.deleted', { id: String(id), topic: publication.topic }),
      oldValue: editedPublication.describeAll(publication),
    });
  });
}

type Fields = Body<typeof publications.edit>;

export async function editPublication(
  tx: Writer,
  context: ActionContext,
  { id, image, ...fields }: Fields & { id: number; image: EncodedImage | undefined },
): Promise<PublicationRow> {
  const { row } = await editedPublication.edit(tx, context, {
    key: id,
    terms: (before) => applyFields(before, fields, image?.hash),
    async alongside() {
      if (image) await storeImage(tx, image, context.now);
    },
  });
  return row;
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
