import { publications } from '#contract/publications.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { ReadyFile } from '../../http/core/file-response.ts';
import { recording } from '../../http/idempotency/write-endpoint.ts';
import { type EncodedImage, encodeImage } from '../images/store-image.ts';
import { addPublication } from './add-publication.ts';
import { editPublication } from './edit-publication.ts';
import { presentPublication } from './present.ts';
import { findPublication, listPublications, type PublicationRow } from './queries.ts';
import { removePublication } from './remove-publication.ts';
import { FEED_LENGTH, writeFeed } from './write-feed.ts';

/** News of the market: everybody reads it, the office publishes it. */
export function publicationRoutes(door: Door): void {
  const { database, config } = door;
  const present = (row: PublicationRow) => presentPublication(row, config.publicUrl);
  endpoint(door, publications.list, async () => (await listPublications(database.reader)).map(present));
  endpoint(door, publications.get, async ({ params }) => {
    const found = await findPublication(database.reader, params.id);
    if (!found) throw new Refusal('publication_not_found');
    return present(found);
  });
  endpoint(door, publications.feed, async ({ params: { language } }) => {
    const newest = (await listPublications(database.reader, FEED_LENGTH)).map(present);
    const { centre, publicUrl } = config;
    const feed = writeFeed(newest, { language, centre, publicUrl });
    return new ReadyFile(feed, 'atom', `publications-${language}`);
  });
  recording(
    door,
    publications.add,
    async ({ body, act }, tx, image: EncodedImage | undefined) => {
      const publication = present(await addPublication(tx, act, body, image));
      return { message: 'Publication added.', publicationId: publication.id, publication };
    },
    async ({ upload }) => upload && encodeImage(upload),
  );
  endpoint(door, publications.edit, async ({ params, body, upload, act }) => {
    const publication = present(await editPublication(database, act, params.id, body, upload));
    return { message: 'Publication updated.', publication };
  });
  endpoint(door, publications.remove, async ({ params, act }) => {
    await removePublication(database, act, params.id);
    return { message: 'Publication deleted.' };
  });
}
