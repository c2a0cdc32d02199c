import { expect, test } from 'vitest';
import { findOutsideGsm, measureSms, splitSms } from './sms-length.ts';

/** Numbers from 0 to below `sides`, the same ones in each run. */
function diceFrom(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const ALPHABETS = [
  ['a', 'Z', '0', ' ', '\n', 'é', '@', 'Ω'],
  ['a', '€', '{', '}', '[', '|', '^', '~', '\\'],
  ['ක', 'ක්‍ෂ', 'ශ්‍රී', 'රු', 'කෝ', ' ', '0'],
  ['க்', 'கொ', 'ஸ்ரீ', ' ', 'a'],
  ['a', '’', '€', '👩‍👩‍👧', '🇱🇰', '😀', 'é'],
];

test.each([
  ['', 'GSM', 0, 0],
  ['a'.repeat(160), 'GSM', 160, 1],
  ['a'.repeat(161), 'GSM', 161, 2],
  ['a'.repeat(306), 'GSM', 306, 2],
  ['a'.repeat(307), 'GSM', 307, 3],
  ['€'.repeat(80), 'GSM', 160, 1],
  [`a${'€'.repeat(80)}`, 'GSM', 161, 2],
  ['ක'.repeat(70), 'Unicode', 70, 1],
  ['ක'.repeat(71), 'Unicode', 71, 2],
  ['ක'.repeat(134), 'Unicode', 134, 2],
  ['ක'.repeat(135), 'Unicode', 135, 3],
  [`${'a'.repeat(69)}’`, 'Unicode', 70, 1],
  ['😀'.repeat(35), 'Unicode', 70, 1],
])('%j is %s with %d units in %d parts', (text, alphabet, units, parts) => {
  expect(measureSms(text)).toEqual({ alphabet, units, parts });
});

test('an escaped character that does not fit begins the next part, so a part may stay one unit shorter', () => {
  const text = `${'a'.repeat(152)}€${'a'.repeat(20)}`;
  expect(splitSms(text).map((part) => part.length)).toEqual([152, 21]);
});

test('a conjunct of Sinhala and a pair of surrogates are in one part', () => {
  const first = 'ක'.repeat(66);
  expect(splitSms(`${first}ක්‍ෂ${'ක'.repeat(10)}`)[0]).toBe(first);
  expect(splitSms(`${first}😀${'ක'.repeat(10)}`)[0]).toBe(first);
});

test('a letter with more signs than a part has units is divided, not lost', () => {
  const text = `ක${'\u0dca'.repeat(500)}`;
  expect(splitSms(text).join('')).toBe(text);
  expect(Math.max(...splitSms(text).map((part) => part.length))).toBeLessThanOrEqual(67);
});

test('the parts of a random text are the text, none is too long, and none begins within a letter', () => {
  const dice = diceFrom(38);
  for (let round = 0; round < 500; round += 1) {
    const alphabet = ALPHABETS[dice(ALPHABETS.length)] ?? [];
    const letters = Array.from({ length: dice(240) }, () => alphabet[dice(alphabet.length)] ?? '');
    const text = letters.join('');
    const parts = splitSms(text);
    const { alphabet: used, parts: count } = measureSms(text);
    expect(parts.join('')).toBe(text);
    expect(parts).toHaveLength(count);
    const size = used === 'GSM' ? (count === 1 ? 160 : 153) : count === 1 ? 70 : 67;
    const unitsOf = (part: string) =>
      used === 'GSM' ? [...part].reduce((sum, one) => sum + ('\f^{}\\[~]|€'.includes(one) ? 2 : 1), 0) : part.length;
    for (const part of parts) {
      expect(unitsOf(part)).toBeLessThanOrEqual(size);
      expect(part.isWellFormed()).toBe(true);
      expect(part).not.toMatch(/^[\u200d\u0dca-\u0ddf\u0bbe-\u0bcd]/);
      expect(part).not.toMatch(/\u200d$/);
    }
  }
});

test('what makes a text longer is named', () => {
  expect(findOutsideGsm('Rs. 100 – the tenant’s page, {amount}’')).toEqual(['–', '’']);
  expect(findOutsideGsm('@£$¥ÄÖÑÜ§¿äöñüà€[]')).toEqual([]);
});
