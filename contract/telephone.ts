import { westernDigits } from './western-text.ts';

const ONE_NUMBER = /^\+?[\d\s().-]+$/;
/** Matches a number with a zero that is dialled only within the country, as in `+94 (0)66`. */
const WITH_TRUNK_ZERO = /^(\+\d{1,3})\s*\(0\)/;

/**
 * Returns the digits to dial, with a leading `+` if the number has a country code; undefined unless the text is one
 * number.
 */
export function dialled(text: string): string | undefined {
  const written = westernDigits(text).trim().replace(WITH_TRUNK_ZERO, '$1');
  const digits = written.replaceAll(/\D/g, '');
  if (!ONE_NUMBER.test(written) || digits.length < 3 || digits.length > 15) return undefined;
  return `${written.startsWith('+') ? '+' : ''}${digits}`;
}

/**
 * Returns the address of a telephone link; undefined for a text stored before numbers were checked. The page then shows
 * no link.
 */
export function telephone(text: string): string | undefined {
  const number = dialled(text);
  return number === undefined ? undefined : `tel:${number}`;
}
