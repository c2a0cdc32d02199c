import { bankOf, type Centre, centre, contactOf, homeOf } from '#contract/centre.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nextTurn } from '../../turns.ts';
import { type EncodedImage, prepareImage } from '../images/store-image.ts';
import { readCentre, setCentre, storePicture } from './set-centre.ts';

export function centreRoutes(app: AppContext): void {
  const { database } = app;
  const { first } = app.centre;
  const read = async () => (await readCentre(database.reader, first)).facts;
  const current = async (tx: Writer): Promise<Centre> => {
    await lockDataVersion(tx);
    return (await readCentre(tx, first)).facts;
  };
  const set = (tx: Writer, context: ActionContext, changed: Partial<Centre>): Promise<Centre> =>
    setCentre(tx, context, { changed, first });
  endpoint(app, centre.getContact, async () => contactOf(await read()));
  endpoint(app, centre.setContact, {
    current: async (_, tx) => contactOf(await current(tx)),
    async record({ body, context }, tx) {
      return { message: apiMessage('centre.set.done'), settings: contactOf(await set(tx, context, body)) };
    },
  });
  endpoint(app, centre.getHome, async () => homeOf(await read()));
  endpoint(app, centre.setHome, {
    current: async (_, tx) => homeOf(await current(tx)),
    async record({ body, context }, tx) {
      return { message: apiMessage('centre.set.done'), settings: homeOf(await set(tx, context, body)) };
    },
  });
  endpoint(app, centre.addPicture, {
    async prepare({ body }) {
      const bytes = Buffer.from(body.picture, 'base64');
      await nextTurn();
      return prepareImage(bytes);
    },
    async record({ context }, tx, image: EncodedImage) {
      await storePicture(tx, context, image);
      return { image: image.hash };
    },
  });
  endpoint(app, centre.getBank, async () => bankOf(await read()));
  endpoint(app, centre.setBank, {
    current: async (_, tx) => bankOf(await current(tx)),
    async record({ body, context }, tx) {
      return { message: apiMessage('centre.bank.done'), settings: bankOf(await set(tx, context, body)) };
    },
  });
}
