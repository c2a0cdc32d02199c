/** @module-tag sqlite-only */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { everyCall } from '#contract/every-call.ts';
import recorded from './data/fields-of-v1.json' with { type: 'json' };

interface Described {
  type?: string;
  properties?: Record<string, Described>;
  items?: Described;
  anyOf?: Described[];
}

function fieldsOf({ properties = {}, items, anyOf = [], type }: Described, at = ''): string[] {
  return [
    ...(type === undefined || type === 'null' ? [] : [`${at || '.'} ${type}`]),
    ...(items ? fieldsOf(items, `${at}[]`) : []),
    ...anyOf.flatMap((one) => fieldsOf(one, at)),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(one, `${at}.${name}`)),
  ];
}

const present = Object.fromEntries(
  Object.values(everyCall)
    .flatMap((calls) => Object.values(calls))
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ method, path, answer }) => [
      `${method} ${path}`,
      [...new Set(fieldsOf(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Described))],
    ]),
);

test('no call, field or type of version 1 is ever removed or renamed', () => {
  for (const [call, fields] of Object.entries(recorded)) {
    expect(present, 'the call is gone').toHaveProperty([call]);
    expect(present[call], call).toEqual(expect.arrayContaining(fields));
  }
});

test('what version 1 gained is recorded, so that it stays too', () => {
  expect(present).toEqual(recorded);
});
