import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { everyCall } from '#contract/every-call.ts';
import { validationMessage } from './validation-messages.ts';

/** How the library speaks where nobody wrote a sentence: of the check, not of the cure. */
const OF_THE_LIBRARY = /^(Invalid|Too (big|small)|Expected|Unrecognized)/;

const WRONG = ['', ' ', 'x', '!\u0000', '-1', 'x'.repeat(30_000), 0, -1, 1.5, 1e308, null, true, [], [5], {}];

const parts = Object.entries(everyCall).flatMap(([subject, calls]) =>
  Object.entries<Call>(calls).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ name: `${part} of ${subject}.${name}`, schema: schema as z.ZodType }] : [],
    ),
  ),
);

test.each(parts)('$name: whatever is sent, the refusal says in words what to send instead', ({ schema }) => {
  const keys = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const sent = [...WRONG, undefined, ...keys.flatMap((key) => WRONG.map((wrong) => ({ [key]: wrong })))];
  const issues = sent.flatMap((given) => schema.safeParse(given, { error: validationMessage }).error?.issues ?? []);
  expect(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).filter(isOfTheLibrary)).toEqual([]);
  expect(issues).not.toEqual([]);
});

function isOfTheLibrary(told: string): boolean {
  return OF_THE_LIBRARY.test(told.slice(told.indexOf(': ') + 2));
}

test('a wrong filter is told what the filter takes, though an empty one stands for none', () => {
  const { error } = everyCall.invoices.list.query.safeParse(
    { sort: 'age', order: 'up', limit: 'all' },
    { error: validationMessage },
  );
  expect(error?.issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Choose one of: invoice_id, shop_id, /),
    'Choose asc or desc.',
    'Enter a whole number.',
  ]);
});
