import { apiMessage } from '#contract/messages/message.ts';
import { otherCentres } from '#contract/other-centres.ts';
import { Refusal } from '#contract/refusals.ts';
import { today } from '../../clock.ts';
import type { Reader } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { PeerFault } from './centre-fault.ts';
import { compareSetting, presentCompare } from './compare-settings.ts';
import { addCentre, changeDistance, getCentre, mapProduct, readSoon, removeCentre } from './edit-centre.ts';
import { readPeerAddress } from './fetch-peer.ts';
import { unionLoader } from './list-union.ts';
import type { PeerIdentity } from './peer-answers.ts';
import { presentCentres, presentOpenCentres, presentOtherProduct, wordFault } from './present.ts';
import { listCentres, listOtherProducts } from './queries.ts';
import { askIdentity } from './read-centre.ts';
import { peerRules } from './run-readings.ts';

export function otherCentreRoutes(app: AppContext): void {
  centreRoutes(app);
  productRoutes(app);
  settingRoutes(app);
  publicRoutes(app);
}

function centreRoutes(app: AppContext): void {
  const presentOne = async (db: Reader, id: number) => {
    const [presented] = await presentCentres(db, [await getCentre(db, id)]);
    if (!presented) throw new Refusal('other_centre_not_found');
    return presented;
  };
  endpoint(app, otherCentres.list, () =>
    app.database.snapshot(async (db) => presentCentres(db, await listCentres(db))),
  );
  endpoint(app, otherCentres.add, {
    // The centre is asked before the transaction begins, because it may take long to answer.
    prepare: ({ body }) => askCentre(app, body.address),
    async record({ body, context }, tx, { address, identity }: AskedCentre) {
      const { id, isKnown } = await addCentre(tx, context, { address, identity, distance_km: body.distance_km });
      const centre = await presentOne(tx, id);
      const done = isKnown ? 'other-centres.add.known' : 'other-centres.add.done';
      return { message: apiMessage(done, { centre: centre.name }), centre };
    },
  });
  endpoint(app, otherCentres.change, {
    async record({ params, body, context }, tx) {
      await changeDistance(tx, context, { id: params.id, distance_km: body.distance_km });
      return { message: apiMessage('other-centres.change.done'), centre: await presentOne(tx, params.id) };
    },
  });
  endpoint(app, otherCentres.readNow, {
    async record({ params, context }, tx) {
      await readSoon(tx, context, params.id);
      return { message: apiMessage('other-centres.read.done'), centre: await presentOne(tx, params.id) };
    },
  });
  endpoint(app, otherCentres.remove, {
    async record({ params, context }, tx) {
      await removeCentre(tx, context, params.id);
      return { message: apiMessage('other-centres.remove.done') };
    },
  });
}

interface AskedCentre {
  address: string;
  identity: PeerIdentity;
}

async function askCentre({ config }: AppContext, typed: string): Promise<AskedCentre> {
  const rules = peerRules({ config });
  try {
    const address = readPeerAddress(typed, rules);
    return { address, identity: await askIdentity(address, rules) };
  } catch (error) {
    if (!(error instanceof PeerFault)) throw error;
    throw new Refusal('other_centre_unread', { message: wordFault(error.fault, error.detail) });
  }
}

function productRoutes(app: AppContext): void {
  endpoint(app, otherCentres.products, async ({ params }) => {
    const db = app.database.reader;
    const { id, name } = await getCentre(db, params.id);
    return { name, products: (await listOtherProducts(db, id)).map(presentOtherProduct) };
  });
  endpoint(app, otherCentres.map, {
    async record({ params, body, context }, tx) {
      const asked = { centreId: params.id, otherProductId: params.product, productId: body.product_id };
      const product = presentOtherProduct(await mapProduct(tx, context, asked));
      return { message: apiMessage('other-centres.map.done'), product };
    },
  });
}

function settingRoutes(app: AppContext): void {
  endpoint(app, otherCentres.getSettings, async () => presentCompare(await compareSetting.read(app.database.reader)));
  endpoint(app, otherCentres.setSettings, {
    current: async (_, tx) => presentCompare(await compareSetting.lock(tx)),
    async record({ body, context }, tx) {
      const { is_national, load_kg, rupees_per_km } = body;
      const stored = await compareSetting.change(tx, context, {
        value: () => ({ is_national, load_kg, cents_per_km: rupees_per_km }),
        alongside: () => raiseDataVersion(tx),
      });
      return { message: apiMessage('other-centres.settings.done'), settings: presentCompare(stored) };
    },
  });
}

function publicRoutes(app: AppContext): void {
  const loadUnion = unionLoader(app);
  endpoint(app, otherCentres.centres, ({ context }) => presentOpenCentres(app.database.reader, context.now));
  endpoint(app, otherCentres.prices, async ({ query }) => loadUnion(query.date ?? today(app.clock), query.code));
}
