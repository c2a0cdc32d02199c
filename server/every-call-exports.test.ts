import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import { exampleOf, requestOf, send } from './testing/call.ts';
import { discardMarket, openMarket } from './testing/market.ts';
import { readWorkbook } from './testing/workbook.ts';

afterAll(discardMarket);

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const HOSTILE = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1'];
const exports = listCalls().flatMap(({ name, entry }) =>
  (entry.file ?? [])
    .filter((format) => format === 'csv' || format === 'csv.gz' || format === 'xlsx')
    .map((format) => ({ name, entry, format })),
);

test('the calls that export tables are found in the contract', () => {
  expect(exports.map(({ name, format }) => `${name} ${format}`)).toContain('reports.rentPayments xlsx');
});

test.each(exports)('$name as $format: no cell that somebody typed is a formula', async ({ name, entry, format }) => {
  const market = await openMarket();
  const { app } = market;
  const texts = HOSTILE.map((text, at) => ({ text, at }));
  await app.database.write(async (tx) => {
    for (const { text, at } of texts) {
      const every = (id: number) => id % texts.length === at;
      for (const { id } of await tx.selectFrom('products').select('id').execute())
        if (every(id))
          await tx
            .updateTable('products')
            .set({ name: `${text} ${id}` })
            .where('id', '=', id)
            .execute();
      for (const { id } of await tx.selectFrom('shops').select('id').execute())
        if (every(id))
          await tx.updateTable('shops').set({ shop_name: text, location: text }).where('id', '=', id).execute();
      for (const { id } of await tx.selectFrom('tenancies').select('id').execute())
        if (every(id))
          await tx.updateTable('tenancies').set({ name: text, address: text }).where('id', '=', id).execute();
    }
  });
  const { role: _, ...parts } = exampleOf(name, market);
  const query = format === 'xlsx' ? { query: { ...parts.query, format } } : {};
  const answer = await send(market, entry, requestOf(entry, { ...parts, ...query }));
  expect(answer.statusCode).toBe(200);
  const formulas = format === 'xlsx' ? formulasOfSheet(answer.rawPayload) : formulasOfCsv(answer.rawPayload, format);
  expect(formulas).toEqual([]);
});

function formulasOfCsv(bytes: Buffer, format: string): string[] {
  const text = (format === 'csv.gz' ? gunzipSync(bytes) : bytes).toString('utf8');
  const rows: string[][] = parse(text, { relax_column_count: true });
  expect(rows.length).toBeGreaterThan(1);
  return rows.flat().filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell));
}

function formulasOfSheet(bytes: Buffer): string[] {
  const sheets = readWorkbook(bytes);
  expect(sheets.flatMap(({ rows }) => rows.flat()).some((cell) => typeof cell?.value === 'string')).toBe(true);
  return sheets.flatMap(({ xml }) => xml.match(/<f[ >].*?<\/f>|<c [^>]*t="str"[^>]*>.*?<\/c>/gs) ?? []);
}
