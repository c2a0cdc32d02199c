import { apiMessage } from '#contract/messages/message.ts';
import { publications } from '#contract/publications.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type EncodedImage, prepareImage } from '../images/store-image.ts';
import { addPublication } from './add-publication.ts';
import { editPublication, removePublication } from './change-publication.ts';
import { presentPublication } from './present.ts';
import { findPublication, listPublications, lockPublication, type PublicationRow } from './queries.ts';
import { FEED_LENGTH, writeFeed } from './write-feed.ts';

export function publicationRoutes(app: AppContext): void {
  const { database, config } = app;
  const present = (row: PublicationRow) => presentPublication(row, config.publicUrl);
  endpoint(app, publications.list, async () => (await listPublications(database.reader)).map(present));
  endpoint(app, publications.get, async ({ params }) => {
    const found = await findPublication(database.reader, params.id);
    if (!found) throw new Refusal('publication_not_found');
    return present(found);
  });
  endpoint(app, publications.feed, async ({ params: { language } }) => {
    const newest = (await listPublications(database.reader, FEED_LENGTH)).map(present);
    const feed = writeFeed(newest, { language, centre: app.centre.facts, publicUrl: config.publicUrl });
    return new FileResponse(feed, { format: 'atom', name: `publications-${language}` });
  });
  endpoint(app, publications.add, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    record: async ({ body, context }, tx, image: EncodedImage | undefined) => {
      const publication = present(await addPublication(tx, context, { ...body, image }));
      return { message: apiMessage('publications.add.done'), publicationId: publication.id, publication };
    },
    effectOf: (tx, { publicationId }) => findPublication(tx, publicationId),
  });
  endpoint(app, publications.edit, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    async current({ params }, tx) {
      const publication = await lockPublication(tx, params.id);
      return publication && present(publication);
    },
    async record({ params, body, context }, tx, image: EncodedImage | undefined) {
      const publication = present(await editPublication(tx, context, { id: params.id, ...body, image }));
      return { message: apiMessage('publications.edit.done'), publication };
    },
  });
  endpoint(app, publications.remove, async ({ params, context }) => {
    await removePublication(database, context, params.id);
    return { message: apiMessage('publications.remove.done') };
  });
}
