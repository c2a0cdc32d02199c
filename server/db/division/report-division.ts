import { cents, writeDecimal } from '#billing/money.ts';
import type { Reader } from '../connect.ts';
import { DIVISION_REPORT, type DividedShop } from './divide-ledgers.ts';

/** Returns the report of migration 0008 as lines: the shops in which money had paid charges of another tenancy. */
export async function reportDivision(db: Reader): Promise<string[]> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DIVISION_REPORT)
    .executeTakeFirst();
  if (!setting) return [];
  const shops: DividedShop[] = JSON.parse(setting.value);
  const { count } = await db
    .selectFrom('tenancies')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return [
    `The ledgers of the shops were divided among ${count} tenancies. Shops with transfers between tenancies: ${shops.length}.`,
    ...shops.map(({ shop, cents: amount }) => `  ${shop}: ${writeDecimal(cents(amount))}`),
  ];
}
