import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAppended } from '#contract/call.ts';
import { listCalls } from '#contract/every-call.ts';

/** Matches arguments that pass an idempotency key, or `dry_run`, which needs no key. */
const KEYED = /\boptions\b|\bidempotencyKey\b|dry_run: 'true'/;

test('each call of the office that may be repeated without a key sends one', () => {
  const names = listCalls().flatMap(({ name, entry }) => (isAppended(entry) ? [name] : []));
  const called = new RegExp(String.raw`\bapi\((${names.join('|').replaceAll('.', String.raw`\.`)}),[^;]*`, 'g');
  const calls = globSync('web/{office,ui}/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(called)].map(([text, name = '']) => ({
      file,
      name,
      isKeyed: KEYED.test(text),
    })),
  );
  expect(calls.filter(({ isKeyed }) => !isKeyed)).toEqual([]);
  expect([...new Set(calls.map(({ name }) => name))].sort()).toEqual(names.sort());
});
