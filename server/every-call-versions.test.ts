/** @module-tag postgres */
import { afterAll, describe, expect, test } from 'vitest';
import { isRead } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';
import { replacedFields, versionOf } from '#contract/version.ts';
import { exampleOf, expectAnswer, expectRefusal, requestOf, send } from './testing/call.ts';
import { discardMarket, openMarket, openMarketFor, storedIn } from './testing/market.ts';
import { sweep } from './testing/sweep.ts';

describe('every call versions', () => {
  afterAll(discardMarket);

  const calls = listCalls();
  const versioned = calls.filter(({ entry }) => entry.writes === 'versioned');
  const UNVERSIONED: Record<string, string> = {
    'session.setLanguage': 'a choice of one person, whose last one counts',
    'session.setColumns': 'a choice of one person, whose last one counts',
    'session.changePassword': 'names the password that it replaces',
    'bank.renameAccount': 'sets one name, whose last one counts',
    'otherCentres.change': 'a distance, whose last one counts',
    'otherCentres.map': 'says which product one is, whose last one counts',
    'journal.setAccount': 'sets one name, whose last one counts',
  };

  test('every PUT takes a version, except those named here', () => {
    const puts = calls.filter(({ entry }) => entry.method === 'PUT');
    const without = puts.filter(({ entry }) => entry.writes !== 'versioned').map(({ name }) => name);
    expect(without).toEqual(Object.keys(UNVERSIONED));
  });

  sweep(
    { rows: versioned, oneOf: 3 },
    '$name: another version is refused with the current object, and nothing changes',
    async (call) => {
      const market = await openMarket();
      const request = requestOf(call.entry, exampleOf(call.name, market));
      const before = await storedIn(market);
      const stale = await send(market, call.entry, { ...request, headers: { 'if-match': '"of yesterday"' } });
      expectRefusal(stale, 'changed_meanwhile');
      if (!Array.isArray(request.payload)) {
        const payload = { ...(request.payload as object), version: 'of yesterday' };
        expectRefusal(await send(market, call.entry, { ...request, payload }), 'changed_meanwhile');
      }
      expect(await storedIn(market)).toEqual(before);
    },
  );

  sweep(
    { rows: versioned, oneOf: 3 },
    '$name: the current version is accepted once, then it is an old one',
    async ({ name, entry }) => {
      const market = await openMarket();
      const request = requestOf(entry, exampleOf(name, market));
      const stale = await send(market, entry, { ...request, headers: { 'if-match': 'x' } });
      const current = versionOf(entry, stale.json().current);
      const headers = { 'if-match': `"${current}"`, 'idempotency-key': 'form-1' };
      const first = await send(market, entry, { ...request, headers });
      expectAnswer(first, entry);
      const again = await send(market, entry, { ...request, headers });
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
      const other = await send(market, entry, { ...request, headers: { 'if-match': `W/"${current}", "y"` } });
      expectRefusal(other, 'changed_meanwhile');
      expect(versionOf(entry, other.json().current)).not.toBe(current);
    },
  );

  sweep(
    { rows: versioned, oneOf: 3 },
    '$name: of two requests with one version at once exactly one is accepted',
    async (call) => {
      const market = await openMarket();
      const request = requestOf(call.entry, exampleOf(call.name, market));
      const stale = await send(market, call.entry, { ...request, headers: { 'if-match': 'x' } });
      const headers = { 'if-match': versionOf(call.entry, stale.json().current) };
      const answers = await Promise.all([1, 2].map(() => send(market, call.entry, { ...request, headers })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([call.entry.status ?? 200, 412]);
    },
  );

  sweep({ rows: versioned, oneOf: 3 }, '$name: without a version the last write wins', async ({ name, entry }) => {
    const market = await openMarket();
    const request = requestOf(entry, exampleOf(name, market));
    expectAnswer(await send(market, entry, request), entry);
    expectAnswer(await send(market, entry, request), entry);
  });

  sweep(
    { rows: versioned.filter(({ entry }) => calls.some((one) => isReadOf(one.entry, entry))), oneOf: 3 },
    '$name: the version is the ETag of the object',
    async ({ name, entry }) => {
      const market = await openMarket();
      const parts = exampleOf(name, market);
      const reading = calls.find((one) => isReadOf(one.entry, entry))?.entry;
      const read = await send(market, entry, {
        ...requestOf(entry, { ...(parts.params && { params: parts.params }) }),
        method: 'GET',
      });
      expect(read.headers.etag).toBe(`"${versionOf(entry, read.json())}"`);
      expect(reading?.permission).not.toBe('public');
      const headers = { 'if-match': String(read.headers.etag) };
      expectAnswer(await send(market, entry, { ...requestOf(entry, parts), headers }), entry);
    },
  );

  function isReadOf(read: (typeof calls)[number]['entry'], replacing: (typeof calls)[number]['entry']): boolean {
    return read.method === 'GET' && read.path === replacing.path && !read.cached;
  }

  test('a version depends on what is replaced, not on the order of the fields or on other fields', () => {
    const call = { versionFields: ['name', 'terms'] } as const;
    const shop = { name: 'A', terms: { rent: 1, fee: 2 }, updatedAt: 'then' };
    const version = versionOf(call, shop);
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(versionOf(call, { updatedAt: 'now', terms: { fee: 2, rent: 1 }, name: 'A' })).toBe(version);
    expect(versionOf(call, { ...shop, terms: { rent: 1, fee: 3 } })).not.toBe(version);
    expect(replacedFields(call, shop)).toEqual({ name: 'A', terms: { rent: 1, fee: 2 } });
  });

  test('any version matches * while there is an object', async () => {
    const market = await openMarket();
    const put = (date: string) =>
      market.app.as('editor', {
        method: 'PUT',
        url: `/api/market-days/${date}`,
        payload: { kind: 'closed', reason: 'Strike' },
        headers: { 'if-match': '*' },
      });
    expectRefusal(await put('2026-12-24'), 'changed_meanwhile');
    const payload = { kind: 'closed', reason: 'Flood' };
    await market.app.as('editor', { method: 'PUT', url: '/api/market-days/2026-12-24', payload });
    expect((await put('2026-12-24')).json().day.reason).toBe('Strike');
  });
});

describe('every call', () => {
  afterAll(discardMarket);

  const calls = listCalls();
  test.each(calls)(
    '$name: a valid request is answered as in the contract, without other keys',
    async ({ name, entry }) => {
      const market = await openMarketFor(entry);
      const before = await storedIn(market);
      const { role = 'superadmin', ...parts } = exampleOf(name, market);
      const answer = await send(market, entry, requestOf(entry, parts));
      expectAnswer(answer, entry);
      const after = await storedIn(market);
      if (isRead(entry)) return expect(after).toEqual(before);
      const noted =
        after.audit_log?.filter((row) => !before.audit_log?.includes(row)).map((row) => JSON.parse(row)) ?? [];
      if (entry.unlogged) return expect(noted).toEqual([]);
      expect(noted.length).toBeGreaterThan(0);
      for (const entryOfLog of noted) {
        expect(entryOfLog).toMatchObject({
          event_date: market.app.clock.now(),
          user_actioned: market.app.emailOf(role),
          request_id: answer.headers['x-request-id'],
        });
      }
    },
  );
});
