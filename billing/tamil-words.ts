const SMALL = [
  'பூச்சியம்',
  'ஒன்று',
  'இரண்டு',
  'மூன்று',
  'நான்கு',
  'ஐந்து',
  'ஆறு',
  'ஏழு',
  'எட்டு',
  'ஒன்பது',
  'பத்து',
  'பதினொன்று',
  'பன்னிரண்டு',
  'பதின்மூன்று',
  'பதினான்கு',
  'பதினைந்து',
  'பதினாறு',
  'பதினேழு',
  'பதினெட்டு',
  'பத்தொன்பது',
];
const TENS = ['', '', 'இருபது', 'முப்பது', 'நாற்பது', 'ஐம்பது', 'அறுபது', 'எழுபது', 'எண்பது', 'தொண்ணூறு'];
const TENS_STEMS = ['', '', 'இருபத்து', 'முப்பத்து', 'நாற்பத்து', 'ஐம்பத்து', 'அறுபத்து', 'எழுபத்து', 'எண்பத்து', 'தொண்ணூற்று'];
const HUNDREDS = ['', 'நூறு', 'இருநூறு', 'முந்நூறு', 'நானூறு', 'ஐந்நூறு', 'அறுநூறு', 'எழுநூறு', 'எண்ணூறு', 'தொள்ளாயிரம்'];
const HUNDREDS_STEMS = [
  '',
  'நூற்று',
  'இருநூற்று',
  'முந்நூற்று',
  'நானூற்று',
  'ஐந்நூற்று',
  'அறுநூற்று',
  'எழுநூற்று',
  'எண்ணூற்று',
  'தொள்ளாயிரத்து',
];

/** The sign with which each vowel is written after a consonant. */
const SIGNS: Readonly<Record<string, string>> = { ஆ: 'ா', இ: 'ி', ஏ: 'ே', ஐ: 'ை', எ: 'ெ', ஒ: 'ொ', ஓ: 'ோ' };

const SCALES = [
  { size: 10_000_000, last: ' கோடி', stem: ' கோடியே', one: 'ஒரு' },
  { size: 100_000, last: ' இலட்சம்', stem: ' இலட்சத்து', one: 'ஓர்' },
];

/** Returns a number in words: 12,345 is `பன்னிரண்டாயிரத்து முந்நூற்று நாற்பத்தைந்து`. */
export function tamilWords(number: number): string {
  const scale = SCALES.find(({ size }) => number >= size);
  if (scale) {
    const count = endOne(tamilWords(Math.floor(number / scale.size)), scale.one);
    const rest = number % scale.size;
    return rest === 0 ? `${count}${scale.last}` : joinWords(`${count}${scale.stem}`, tamilWords(rest));
  }
  const thousands = Math.floor(number / 1000);
  const rest = number % 1000;
  if (thousands === 0) return wordsBelowThousand(rest);
  const words = thousandsOf(thousands);
  return rest === 0 ? `${words}ம்` : joinWords(`${words}த்து`, wordsBelowThousand(rest));
}

function thousandsOf(count: number): string {
  if (count === 1) return 'ஆயிர';
  const words = wordsBelowHundred(count);
  if (words.endsWith('ொன்று')) return joinVowel(endOne(words, 'ஓர்'), 'ஆயிர');
  if (words.endsWith('மூன்று')) return `${words.slice(0, -'ன்று'.length)}வாயிர`;
  if (words.endsWith('ந்து')) return `${words.slice(0, -'ந்து'.length)}யாயிர`;
  return joinVowel(words, 'ஆயிர');
}

function wordsBelowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return wordsBelowHundred(rest);
  return rest === 0 ? (HUNDREDS[hundreds] ?? '') : joinWords(HUNDREDS_STEMS[hundreds] ?? '', wordsBelowHundred(rest));
}

function wordsBelowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  if (ones === 0) return TENS[tens] ?? '';
  const stem = TENS_STEMS[tens] ?? '';
  const word = SMALL[ones] ?? '';
  return word.startsWith('ம') || word.startsWith('ந') ? `${stem}${word}` : joinVowel(stem, word);
}

/** Changes a final `ஒன்று` (one) to the form that it has before a noun: `ஒரு கோடி`, `இருபத்தோர் இலட்சம்`. */
function endOne(words: string, one: string): string {
  if (words === 'ஒன்று') return one;
  if (!words.endsWith('ொன்று')) return words;
  return `${words.slice(0, -'ொன்று'.length)}${SIGNS[one.slice(0, 1)]}${one.slice(1)}`;
}

function joinVowel(first: string, second: string): string {
  return `${first.slice(0, -1)}${SIGNS[second.slice(0, 1)]}${second.slice(1)}`;
}

/** Joins two words. After a final `ு`, an initial `ப` or `த` is doubled: `நூற்றுப் பத்து`. */
function joinWords(first: string, second: string): string {
  const stop = second.slice(0, 1);
  const isDoubled = first.endsWith('ு') && (stop === 'ப' || stop === 'த');
  return `${first}${isDoubled ? `${stop}்` : ''} ${second}`;
}
