import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { listCalls } from '#contract/every-call.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { exampleOf, examplesOf, expectRefusal, type Parts, requestOf, send } from './testing/call.ts';
import { type ExampleMarket, formOf } from './testing/example-market.ts';
import { discardMarket, openMarket, storedIn } from './testing/market.ts';
import { sweep } from './testing/sweep.ts';
import { readWorkbook } from './testing/workbook.ts';

describe('every call exports', () => {
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
});

describe('every call refusals', () => {
  afterAll(discardMarket);

  /** Refusals that write: failed sign-ins, refused counts and requests for approval are stored and audited. */
  const RECORDED: ReadonlySet<RefusalCode> = new Set([
    'invalid_credentials',
    'invalid_second_factor',
    'account_disabled',
    'password_expired',
    'approval_required',
    'difference_unexplained',
  ]);
  const refusalsNamed = listCalls().flatMap((one) => one.entry.refusals.map((code) => ({ ...one, code })));

  sweep(
    { rows: refusalsNamed, oneOf: 5 },
    '$name: $code is answered as in the contract, and nothing changes',
    async ({ name, entry, code }) => {
      const market = await openMarket();
      const prove = examplesOf(name).refusals[code] as (market: ExampleMarket) => Promise<Parts>;
      const { picture, role = market.role, ...parts } = await prove(market);
      await market.app.tokenOf(role);
      const form = picture && (await formOf(parts.body as object, picture));
      const before = await storedIn(market);
      const answer = await send({ ...market, role }, entry, { ...requestOf(entry, parts), ...form });
      expectRefusal(answer, code);
      if (code === 'too_many_tries') expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const after = await storedIn(market);
      expect(RECORDED.has(code) ? withoutLog(after) : after).toEqual(RECORDED.has(code) ? withoutLog(before) : before);
    },
  );

  function withoutLog(stored: Record<string, string[]>): Record<string, string[]> {
    return Object.fromEntries(
      Object.entries(stored).filter(([table]) => table !== 'approvals' && !table.startsWith('audit_')),
    );
  }
});
