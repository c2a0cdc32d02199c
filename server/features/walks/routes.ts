import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { walks } from '#contract/walks.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { EncodedImage } from '../images/store-image.ts';
import { findShop } from '../shops/queries.ts';
import { presentDifference, presentStall, presentWalk } from './present.ts';
import { findWalkPicture, listDifferences, listWalkStalls, listWalks } from './queries.ts';
import { handleDifference, prepareWalkPicture, recordWalk } from './record-walk.ts';

export function walkRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, walks.stalls, async ({ context }) => {
    const rows = await listWalkStalls(database.reader, dayOf(context.now));
    return rows.map(presentStall);
  });
  endpoint(app, walks.record, {
    prepare: ({ body }) => prepareWalkPicture(body.picture),
    async record({ body: { picture: _, ...body }, context }, tx, image: EncodedImage | undefined) {
      const walk_id = await recordWalk(tx, context, { ...body, image });
      return { message: apiMessage('walks.record.done'), walk_id };
    },
  });
  endpoint(app, walks.list, ({ query }) =>
    database.snapshot(async (db) => {
      if (query.shop_id === undefined) return (await listWalks(db)).map(presentWalk);
      const shop = await findShop(db, query.shop_id);
      return shop ? (await listWalks(db, shop.id)).map(presentWalk) : [];
    }),
  );
  endpoint(app, walks.differences, async () => (await listDifferences(database.reader)).map(presentDifference));
  endpoint(app, walks.picture, async ({ params }) => {
    const picture = await findWalkPicture(database.reader, params.id);
    if (picture === null) throw new Refusal('walk_not_found');
    return { picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}` };
  });
  endpoint(app, walks.handle, {
    async record({ params, body, context }, tx) {
      await handleDifference(tx, context, { id: params.id, sentence: body.sentence });
      return { message: apiMessage('walks.handle.done') };
    },
  });
}
