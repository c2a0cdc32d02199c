import { expect, test } from 'vitest';
import { findInvisible, findUnprintable, tidyText } from './characters.ts';
import { checkInput, wordInput } from './messages/input-message.ts';
import { message } from './messages/message.ts';
import { lineText, optionalLine, screenLine } from './scalars.ts';

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
    `Documents cannot show ${characters} in the shop name. Write it in Latin, Sinhala or Tamil letters.`,
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
