import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvableCalls } from './approvals.ts';
import { findInvisible, findUnprintable, tidyText } from './characters.ts';
import { listCalls } from './every-call.ts';
import { checkInput, wordInput } from './messages/input-message.ts';
import { message } from './messages/message.ts';
import { parseUnits } from './other-charges.ts';
import { findTrend } from './price-trend.ts';
import { lineText, optionalLine, screenLine } from './scalars.ts';

const naming = (code: string) =>
  listCalls()
    .filter(({ entry }) => (entry.refusals as readonly string[]).includes(code))
    .map(({ name }) => name);

test('a call that may need the identity confirmed says so', () => {
  const marked = listCalls().filter(({ entry }) => entry.verified !== undefined);
  expect(naming('verification_required')).toEqual(marked.map(({ name }) => name));
  expect(marked.filter(({ entry }) => entry.permission === 'public')).toEqual([]);
});

test.each([
  [
    'always',
    `factors.beginApp factors.beginPasskey factors.renewRecoveryCodes factors.remove factors.setRequirement
    accounts.removeFactors mail.setServer alerts.setSettings approvals.approve approvals.setLimit centre.setBank`,
  ],
  [
    'unless-recent',
    `accounts.invite accounts.edit accounts.resetPassword accounts.resetByLink accounts.cancelLink
    programTokens.make backup.acceptForeign imports.writeDump restore.write`,
  ],
  [
    'sometimes',
    `accounts.register accounts.remove backup.download tenancies.money tenancies.end tenancies.erasePersonalData fines.applyAll fines.arrest invoices.generateAll invoices.remove
    invoices.note invoices.arrest`,
  ],
])('these need it %s', (verified, names) => {
  const marked = listCalls().filter(({ entry }) => entry.verified === verified);
  expect(new Set(marked.map(({ name }) => name))).toEqual(new Set(names.split(/\s+/)));
});

test('the calls that a second person may have to approve are those that can be sent again from the office', () => {
  const approvable = listCalls().filter(({ entry }) => approvableCalls.includes(entry));
  expect(naming('approval_required')).toEqual(approvable.map(({ name }) => name));
  expect(approvable).toHaveLength(approvableCalls.length);
});

test('units have at most 9 digits and 3 decimals', () => {
  expect(['7', '007.25', '0.001', '7.1234', '1e3', '-1', '', '1234567890'].map(parseUnits)).toEqual([
    7000,
    7250,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

const rangeOf = ([minCents, maxCents]: readonly [number, number]) => ({ minCents, maxCents });

test.each([
  { now: [240, 270], before: [240, 270], trend: 'same' },
  { now: [230, 270], before: [240, 270], trend: 'down' },
  { now: [240, 280], before: [240, 270], trend: 'up' },
  { now: [230, 280], before: [240, 270], trend: 'wider' },
  { now: [250, 260], before: [240, 270], trend: 'narrower' },
  { now: [250, 250], before: [240, 260], trend: 'narrower' },
] as const)('$now after $before is $trend', ({ now, before, trend }) => {
  expect(findTrend(rangeOf(now), rangeOf(before))).toBe(trend);
});

test('a trend seen from the other day is its opposite', () => {
  const opposite = { up: 'down', down: 'up', same: 'same', wider: 'narrower', narrower: 'wider' } as const;
  const range = fc.tuple(fc.nat(5), fc.nat(5)).map(([min, more]) => rangeOf([min + 1, min + more + 1]));
  fc.assert(
    fc.property(range, range, (one, other) => {
      expect(findTrend(one, other)).toBe(opposite[findTrend(other, one)]);
    }),
  );
});

function refusalOf(text: string): string | undefined {
  const [fault] = checkInput(lineText(80), text).faults;
  return fault && wordInput(fault.message, 'shop_name', message);
}

test.each([
  ['Ravi रवि', 'र व ि'],
  ['₹500 ₨20', '₨'],
  ['№5 ½', '№ ½'],
  ['محل', 'م ح ل'],
  ['市场', '市 场'],
  ['Onions 😀 😀', '😀'],
  ['Рынок', 'Р ы н о к'],
])('%j is refused with the characters that papers cannot show: %j', (text, characters) => {
  expect(findUnprintable(text).join(' ')).toBe(characters);
  expect(refusalOf(text)).toBe(
    `The shop name contains characters that cannot be printed on documents: ${characters}. Use Latin, Sinhala or Tamil letters.`,
  );
});

test.each([
  ['Zoë “Bob” O’Neil – 5, A/B & C… 100% #1', 'Latin'],
  ['ශ්‍රී ලංකා ක්‍රීඩා ද්‍රව්‍ය', 'Sinhala with joiners'],
  ['வாழைப்பழம் ஸ்ரீ', 'Tamil'],
])('%j is taken as it is: %s', (text) => {
  expect(checkInput(lineText(80), text).data).toBe(text.normalize('NFC'));
});

test.each([
  ['Onions\u200b', 'U+200B'],
  ['\u202eOnions', 'U+202E'],
  ['On\u200dions', 'U+200D'],
  ['ශ්\u200d\u200dරී', 'U+200D'],
  ['On\u00adions', 'U+00AD'],
  ['On\ufeffions', 'U+FEFF'],
  ['On\u2066ions', 'U+2066'],
  ['On\u3164ions', 'U+3164'],
])('%j is refused with the name of its invisible character, %s', (text, code) => {
  expect(findInvisible(text)).toBe(code);
  const sentence = `The shop name contains an invisible character (${code}). Delete the text and type it again.`;
  expect(refusalOf(text)).toBe(sentence);
});

test('spellings that look the same are stored the same', () => {
  expect(tidyText(' Zoe\u0308\u00a0Shop ')).toBe('Zo\u00eb Shop');
  expect(checkInput(optionalLine(3), '  ').data).toBe('');
  expect(checkInput(lineText(80), '  ').data).toBeUndefined();
});

test('texts that only screens show have every letter', () => {
  expect(checkInput(screenLine(80), 'Happy New Year 🎉 रवि').data).toBe('Happy New Year 🎉 रवि');
});
