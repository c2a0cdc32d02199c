/**
 * Fields of an EMVCo merchant-presented code (docs/rules.md, Tax documents): tag and length of two digits each, then
 * the value. The length is counted in characters, but the checksum is computed over UTF-8 bytes.
 */

/** Values by tag, in the order of the code. */
export type QrFields = ReadonlyMap<string, string>;

export type QrFieldFault = 'tag malformed' | 'length past the end' | 'tag twice';

const TAG = /^\d{2}$/;
const MAX_LENGTH = 99;

/** Returns the text of a field: tag, length and value. Throws a RangeError for a value of more than 99 characters. */
export function writeQrField(tag: string, value: string): string {
  const { length } = [...value];
  if (length > MAX_LENGTH) throw new RangeError(`field ${tag} has ${length} characters`);
  return `${tag}${String(length).padStart(2, '0')}${value}`;
}

/** Returns the fields of a code, or the subfields of a field, or why they cannot be read. */
export function readQrFields(text: string): QrFields | QrFieldFault {
  const characters = [...text];
  const fields = new Map<string, string>();
  for (let at = 0; at < characters.length; ) {
    const tag = characters.slice(at, at + 2).join('');
    const length = characters.slice(at + 2, at + 4).join('');
    if (!TAG.test(tag)) return 'tag malformed';
    if (!TAG.test(length)) return 'length past the end';
    const end = at + 4 + Number(length);
    if (end > characters.length) return 'length past the end';
    if (fields.has(tag)) return 'tag twice';
    fields.set(tag, characters.slice(at + 4, end).join(''));
    at = end;
  }
  return fields;
}

const POLYNOMIAL = 0x1021;
const START = 0xffff;

/**
 * Returns four capital hexadecimal digits: CRC-16 with polynomial 1021, initial value FFFF, not reflected, over the
 * UTF-8 bytes up to and including `6304`.
 */
export function qrChecksum(text: string): string {
  let remainder = START;
  for (const byte of new TextEncoder().encode(text)) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = ((remainder << 1) ^ (remainder & 0x8000 ? POLYNOMIAL : 0)) & START;
    }
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}
