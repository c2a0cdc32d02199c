/** The address that makes a phone call a number: its digits alone, with the leading + if there is one. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/(?!^\+)\D/g, '')}`;
}
