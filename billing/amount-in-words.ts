import { type Cents, cents, toRupees, wholeRupees } from './money.ts';
import { sinhalaWords } from './sinhala-words.ts';
import { tamilWords } from './tamil-words.ts';

const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = [
  { size: 1_000_000, name: 'million' },
  { size: 1000, name: 'thousand' },
];

/**
 * Returns an amount in words: 1,234,565 cents is "Twelve thousand three hundred and forty-five rupees and sixty-five
 * cents". Throws a RangeError for an amount below 0.
 */
export function amountInWords(amount: Cents, language: keyof typeof WRITERS = 'en'): string {
  if (amount < 0) throw new RangeError(`not an amount to write out: ${amount}`);
  const rupees = Math.trunc(toRupees(amount));
  const rest = cents(amount - wholeRupees(rupees));
  return WRITERS[language](rupees, rest);
}

const WRITERS = {
  en: (rupees: number, rest: number) => {
    const parts = [`${wordsOf(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}`];
    if (rest > 0) parts.push(`${wordsOf(rest)} ${rest === 1 ? 'cent' : 'cents'}`);
    const text = parts.join(' and ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  si: (rupees: number, rest: number) => `රුපියල් ${sinhalaWords(rupees)}යි${rest > 0 ? ` සත ${sinhalaWords(rest)}යි` : ''}`,
  ta: (rupees: number, rest: number) => `ரூபா ${tamilWords(rupees)}${rest > 0 ? `, சதம் ${tamilWords(rest)}` : ''}`,
};

function wordsOf(number: number): string {
  const scale = SCALES.find(({ size }) => number >= size);
  if (!scale) return wordsBelowThousand(number);
  const rest = number % scale.size;
  const head = `${wordsOf(Math.floor(number / scale.size))} ${scale.name}`;
  if (rest === 0) return head;
  return rest < 100 ? `${head} and ${wordsOf(rest)}` : `${head} ${wordsOf(rest)}`;
}

function wordsBelowThousand(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  if (number < 100) {
    const ones = number % 10;
    return `${TENS[Math.floor(number / 10)]}${ones > 0 ? `-${SMALL[ones]}` : ''}`;
  }
  const rest = number % 100;
  return `${SMALL[Math.floor(number / 100)]} hundred${rest > 0 ? ` and ${wordsBelowThousand(rest)}` : ''}`;
}
