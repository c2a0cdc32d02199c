import { addDays, addMonths, day, dayOf, instantOf, startOfDay } from '#billing/calendar.ts';
import { type Role, roles } from '#contract/permissions.ts';
import { products as productCalls } from '#contract/products.ts';
import type { ActionContext } from '#server/action-context.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { raiseDataVersion } from '#server/db/data-version.ts';
import { migrate } from '#server/db/migrate.ts';
import { hasSuperadmin } from '#server/features/accounts/queries.ts';
import { registerAccount } from '#server/features/accounts/register-account.ts';
import { encodeImage, storeImage } from '#server/features/images/store-image.ts';
import { putDay } from '#server/features/market-days/queries.ts';
import { CHUNK, putPrices } from '#server/features/prices/queries.ts';
import { loadCatalogue } from '#server/features/products/load-catalogue.ts';
import { listProducts, updateProduct } from '#server/features/products/queries.ts';
import { hashPassword } from '#server/features/session/hash-password.ts';
import { starterProducts } from '../starter-catalogue/products.ts';
import { fillBooks } from './books/fill-books.ts';
import { closedDays } from './closed-days.ts';
import { priceHistory } from './price-history.ts';
import { productPicture } from './product-pictures.ts';
import { publishNews } from './publish-news.ts';
import { rasterize } from './rasterize.ts';
import { fillTickets } from './tickets/fill-tickets.ts';

const YEARS = 5;
const SEED = 1999;
/** Published at five in the morning of each day. */
const PUBLISHED_AFTER_MS = 5 * 60 * 60 * 1000;

/** Everybody's password in the demo; the README and the console name it, for a demo has nothing to hide. */
export const DEMO_PASSWORD = 'market-morning-5am';

/** The demo's people: one of each role, plainly fictional. */
const demoAccounts: readonly { role: Role; username: string; email: string }[] = roles.map((role) => ({
  role,
  username: `Demo ${role}`,
  email: `${role}@example.com`,
}));

/** Fills the configured database when nobody is in it yet, and says who may log in. */
export async function fillDemo(): Promise<void> {
  const database = connect(readConfig());
  try {
    await migrate(database);
    if (await hasSuperadmin(database.reader)) {
      console.log('The demo data is there already.');
    } else {
      console.log('Filling the demo: five years of a market. This happens once and takes a moment ...');
      await fill(database);
    }
  } finally {
    await database.close();
  }
  console.log(`\nDemo logins, all with the password ${DEMO_PASSWORD}:`);
  for (const account of demoAccounts) console.log(`  ${account.email.padEnd(24)} ${account.role}`);
  console.log('');
}

async function fill(database: Database): Promise<void> {
  const context: ActionContext = { actor: 'demo', now: systemClock.now(), requestId: 'demo' };
  // First, so that the audit log stays in the order of time: its entries are of the last two months.
  await fillBooks(database, { seed: SEED, years: YEARS, now: context.now });
  const starters = starterProducts.map((starter) => ({ ...productCalls.add.body.parse(starter), code: starter.code }));
  await loadCatalogue(database, context, starters);
  await addPictures(database, context);
  await publishHistory(database, context);
  await fillCalendar(database, context);
  await publishNews(database, context.now);
  await fillTickets(database, { seed: SEED, now: context.now });
  // Last, for its presence says that the demo is complete: an interrupted one is filled anew.
  await registerEverybody(database, context);
}

async function addPictures(database: Database, context: ActionContext): Promise<void> {
  for (const product of await listProducts(database.reader)) {
    const drawing = productPicture(product.code, product.type);
    if (drawing === undefined) continue;
    const image = await encodeImage(await rasterize(drawing));
    await database.write(async (tx) => {
      await storeImage(tx, image, context.now);
      await updateProduct(tx, product.id, { image_hash: image.hash });
    });
  }
}

/** Five years of lists up to today, in one transaction. Written as they would stand by now, without a log entry each. */
async function publishHistory(database: Database, context: ActionContext): Promise<void> {
  const today = dayOf(context.now);
  const products = await listProducts(database.reader);
  const idOf = new Map(products.map((product) => [product.code, product.id]));
  await database.write(async (tx) => {
    let chunk: Parameters<typeof putPrices>[1] = [];
    for (const pair of priceHistory({
      seed: SEED,
      from: addDays(addMonths(today, -12 * YEARS), 1),
      to: today,
      products,
    })) {
      const publishedAt = instantOf(Date.parse(startOfDay(pair.day)) + PUBLISHED_AFTER_MS);
      const productId = idOf.get(pair.productCode);
      if (productId === undefined) continue;
      chunk.push({
        product_id: productId,
        date: pair.day,
        min_cents: pair.minCents,
        max_cents: pair.maxCents,
        created_at: publishedAt,
        updated_at: publishedAt,
      });
      if (chunk.length === CHUNK) {
        await putPrices(tx, chunk);
        chunk = [];
      }
    }
    if (chunk.length > 0) await putPrices(tx, chunk);
    await raiseDataVersion(tx);
  });
}

/** Why each day without a list has none; holidays are known ahead, up to the end of next year. */
async function fillCalendar(database: Database, context: ActionContext): Promise<void> {
  const today = dayOf(context.now);
  const from = addDays(addMonths(today, -12 * YEARS), 1);
  const days = closedDays(from, day(`${Number(today.slice(0, 4)) + 1}-12-31`));
  await database.write(async (tx) => {
    for (const { day: date, ...closing } of days.filter(({ day, kind }) => day <= today || kind !== 'closed')) {
      await putDay(tx, { date, ...closing, created_at: context.now, updated_at: context.now });
    }
    await raiseDataVersion(tx);
  });
}

async function registerEverybody(database: Database, context: ActionContext): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await database.write(async (tx) => {
    for (const account of demoAccounts) {
      await registerAccount(tx, context, { ...account, passwordHash, mustChangePassword: false });
    }
  });
}
