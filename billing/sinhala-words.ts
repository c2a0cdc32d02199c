/** The words for 0 to 19 at the end of a number. */
const SMALL = [
  'බින්දුව',
  'එක',
  'දෙක',
  'තුන',
  'හතර',
  'පහ',
  'හය',
  'හත',
  'අට',
  'නවය',
  'දහය',
  'එකොළහ',
  'දොළහ',
  'දහතුන',
  'දාහතර',
  'පහළොව',
  'දහසය',
  'දාහත',
  'දහඅට',
  'දහනවය',
];
const TENS = ['', '', 'විස්ස', 'තිහ', 'හතළිහ', 'පනහ', 'හැට', 'හැත්තෑව', 'අසූව', 'අනූව'];
/** The words for 0 to 19 before hundreds, thousands and so on. */
const SMALL_STEMS = [
  '',
  'එක්',
  'දෙ',
  'තුන්',
  'හාර',
  'පන්',
  'හය',
  'හත්',
  'අට',
  'නව',
  'දස',
  'එකොළොස්',
  'දොළොස්',
  'දහතුන්',
  'දාහතර',
  'පහළොස්',
  'දහසය',
  'දාහත්',
  'දහඅට',
  'දහනව',
];
const TENS_STEMS = ['', '', 'විසි', 'තිස්', 'හතළිස්', 'පනස්', 'හැට', 'හැත්තෑ', 'අසූ', 'අනූ'];

const SCALES = [
  { size: 10_000_000, last: 'කෝටිය', stem: 'කෝටි' },
  { size: 100_000, last: 'ලක්ෂය', stem: 'ලක්ෂ' },
  { size: 1000, last: 'දහස', stem: 'දහස්' },
];

/** Returns a number in words: 12,345 is `දොළොස්දහස් තුන්සිය හතළිස්පහ`. */
export function sinhalaWords(number: number): string {
  const scale = SCALES.find(({ size }) => number >= size);
  if (!scale) return wordsBelowThousand(number);
  const count = stemOf(Math.floor(number / scale.size));
  const rest = number % scale.size;
  return rest === 0 ? `${count}${scale.last}` : `${count}${scale.stem} ${sinhalaWords(rest)}`;
}

function wordsBelowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return wordsBelowHundred(rest);
  const count = hundreds === 1 ? 'එක' : SMALL_STEMS[hundreds];
  return rest === 0 ? `${count}සියය` : `${count}සිය ${wordsBelowHundred(rest)}`;
}

function wordsBelowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return ones === 0 ? (TENS[tens] ?? '') : `${TENS_STEMS[tens]}${SMALL[ones]}`;
}

function stemOf(number: number): string {
  if (number >= 100) return `${sinhalaWords(number)} `;
  if (number < 20) return SMALL_STEMS[number] ?? '';
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return `${TENS_STEMS[tens]}${ones === 4 ? 'හතර' : SMALL_STEMS[ones]}`;
}
