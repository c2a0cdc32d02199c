/** The characters of the default alphabet of GSM 03.38 that take one unit. The escape character is not among them. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** The characters of its extension table, which take two units: the escape character and one more. */
const EXTENDED = '\f^{}\\[~]|€';

const UNITS = new Map([
  ...[...BASIC].map((one) => [one, 1] as const),
  ...[...EXTENDED].map((one) => [one, 2] as const),
]);

/** The units of a message of one part, and of each part of a longer one, whose header takes the rest. */
const SIZES = { GSM: { only: 160, each: 153 }, Unicode: { only: 70, each: 67 } } as const;

const ZERO_WIDTH_JOINER = '\u200d';

export type SmsAlphabet = keyof typeof SIZES;

export interface SmsLength {
  alphabet: SmsAlphabet;
  /** Septets of GSM 03.38, or UTF-16 units of UCS-2. */
  units: number;
  parts: number;
}

/** Returns the characters, each once, because of which a text cannot be sent in the alphabet of GSM 03.38. */
export function findOutsideGsm(text: string): string[] {
  return [...new Set(text)].filter((one) => !UNITS.has(one));
}

/** Returns the alphabet, the length and the number of parts of a text message. An empty text has no part. */
export function measureSms(text: string): SmsLength {
  const pieces = piecesOf(text);
  return { alphabet: pieces.alphabet, units: unitsIn(pieces), parts: partsOf(pieces).length };
}

/**
 * Returns the parts of a text message. Neither an escaped character, nor a surrogate pair, nor a letter with its signs,
 * such as a conjunct of Sinhala, is divided.
 */
export function splitSms(text: string): string[] {
  return partsOf(piecesOf(text));
}

function partsOf(pieces: Pieces): string[] {
  const { alphabet, list, unitsOf } = pieces;
  const { only, each } = SIZES[alphabet];
  const size = unitsIn(pieces) <= only ? only : each;
  const parts: string[] = [];
  let units: number = size;
  for (const piece of list) {
    const more = unitsOf(piece);
    if (units + more > size) {
      parts.push('');
      units = 0;
    }
    parts[parts.length - 1] += piece;
    units += more;
  }
  return parts;
}

function unitsIn({ list, unitsOf }: Pieces): number {
  return list.reduce((sum, piece) => sum + unitsOf(piece), 0);
}

interface Pieces {
  alphabet: SmsAlphabet;
  list: readonly string[];
  unitsOf: (piece: string) => number;
}

function piecesOf(text: string): Pieces {
  if (findOutsideGsm(text).length === 0)
    return { alphabet: 'GSM', list: [...text], unitsOf: (piece) => UNITS.get(piece) ?? 0 };
  return { alphabet: 'Unicode', list: clustersOf(text), unitsOf: (piece) => piece.length };
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A cluster that is longer than a part is divided into its characters. */
function clustersOf(text: string): string[] {
  const clusters: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    // The joiner makes one letter of two, but Unicode ends a cluster after it in Sinhala.
    if (clusters.at(-1)?.endsWith(ZERO_WIDTH_JOINER)) clusters[clusters.length - 1] += segment;
    else clusters.push(segment);
  }
  return clusters.flatMap((cluster) => (cluster.length <= SIZES.Unicode.each ? [cluster] : [...cluster]));
}
