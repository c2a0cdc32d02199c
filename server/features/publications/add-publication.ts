import type { PublicationFields } from '#contract/publications.ts';
import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { noteEvent } from '../audit/write-audit.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';
import { describePublication } from './describe-publication.ts';
import { insertPublication, type PublicationRow } from './queries.ts';

/** Publishes at once, with or without a picture; what is left out in Sinhala or Tamil is kept empty. */
export async function addPublication(
  tx: Writer,
  act: Act,
  fields: PublicationFields,
  image: EncodedImage | undefined,
): Promise<PublicationRow> {
  if (image) await storeImage(tx, image, act.at);
  const added = await insertPublication(tx, {
    type: fields.type,
    topic: fields.topic,
    topic_si: fields.topic_si ?? '',
    topic_ta: fields.topic_ta ?? '',
    description: fields.description,
    description_si: fields.description_si ?? '',
    description_ta: fields.description_ta ?? '',
    image_hash: image?.hash ?? null,
    created_at: act.at,
    updated_at: act.at,
  });
  await raiseDataVersion(tx);
  await noteEvent(tx, act, {
    type: 'Publication Added',
    description: `Publication ${added.id} ${added.topic} added`,
    newValue: describeAll(describePublication(added)),
  });
  return added;
}
