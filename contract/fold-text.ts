/** Characters without width, which only some Sinhala keyboards write. */
const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff]/g;

/**
 * Returns the text in lower case, with single spaces and without zero-width characters, for comparing names and
 * searches.
 */
export function foldText(text: string): string {
  return text.replaceAll(ZERO_WIDTH, '').toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

export function foldWords(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean);
}

const NO_PART_OF_A_PLATE = /[^\p{L}\p{M}\p{N}]/gu;

/** Returns the letters and digits of a vehicle number in lower case: `NW LB-4455` is `nwlb4455`. */
export function foldPlate(text: string): string {
  return foldText(text.normalize('NFKC')).replaceAll(NO_PART_OF_A_PLATE, '');
}

/**
 * Returns whether the plate contains the part, compared by letters and digits. A part without letters and digits is
 * searched for as written.
 */
export function isPlateFound(plate: string, part: string): boolean {
  const folded = foldPlate(part);
  return folded === '' ? foldText(plate).includes(foldText(part)) : foldPlate(plate).includes(folded);
}

const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/[\u0300-\u036f]/g, ''],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/([bcdgkpst])h/g, '$1'],
  [/([a-z])\1+/g, '$1'],
];
const LONG = 'ආඈඊඌඒඕෑීූේෝஆஈஊஏஓீூேோ';
const SHORT = 'අඇඉඋඑඔැිුෙොஅஇஉஎஒிுெொ';
/**
 * The vowel signs of a long `a` in Sinhala and Tamil. They are removed, so that a long and a short `a` are equal: a
 * short `a` has no sign.
 */
const LONG_A = /[\u0dcf\u0bbe]/g;
/** Letters that sound alike today and are written for each other: Sinhala ළ and ණ, and Tamil ஶ, as in ஶ்ரீ. */
const SAME_SOUND: readonly (readonly [string, string])[] = [
  ['ළ', 'ල'],
  ['ණ', 'න'],
  ['ஶ', 'ஸ'],
];
const soundOfLetter = new Map([...SAME_SOUND, ...[...LONG].map((long, at) => [long, [...SHORT][at] ?? long] as const)]);
/** The minimum length of a phonetic form that is searched for. A shorter one would be found nearly everywhere. */
const SHORTEST_SOUND = 3;

/**
 * Returns the text in which `isFound` searches. It has three lines: as written, in phonetic form, and with the parts of
 * ids and telephone numbers joined.
 */
export function foldForSearch(text: string): string {
  const folded = foldText(text);
  return `${folded}\n${soundOf(folded)}\n${joinIds(folded)}`;
}

const SIGNS_IN_ID = /(?<=[\p{L}\d])[-./]+(?=[\p{L}\d])|[#()+]/gu;
const SPACE_IN_NUMBER = /(?<=\d\d) (?=\d\d)/g;

function joinIds(folded: string): string {
  return folded.replaceAll(SIGNS_IN_ID, '').replaceAll(SPACE_IN_NUMBER, '');
}

/**
 * Returns an id in the form that searches compare: `b2` for `B 2`, `B-2` and `#b2`. Returns an empty text if there is
 * no digit, because then it is not an id.
 */
export function foldId(text: string): string {
  const id = foldText(text).replaceAll(/[^\p{L}\p{M}\d]/gu, '');
  return /\d/.test(id) ? id : '';
}

/**
 * Returns whether the folded text contains every word of `foldWords`. `thakkaali` finds `takkali`, and a long vowel
 * finds the short one.
 */
export function isFound(words: readonly string[], folded: string): boolean {
  return words.every(
    (word) =>
      folded.includes(word) ||
      (/\d/.test(word) && folded.includes(joinIds(word))) ||
      (word.length >= SHORTEST_SOUND && hasSound(folded, word)),
  );
}

function hasSound(folded: string, word: string): boolean {
  const sound = soundOf(word);
  return sound.length >= SHORTEST_SOUND && folded.includes(sound);
}

function soundOf(folded: string): string {
  const short = [...folded.normalize('NFC').replaceAll(LONG_A, '')]
    .map((one) => soundOfLetter.get(one) ?? one)
    .join('');
  return SOUNDS.reduce((text, [pattern, sound]) => text.replaceAll(pattern, sound), short.normalize('NFD')).normalize(
    'NFC',
  );
}
