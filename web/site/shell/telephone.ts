/** The digits, with the leading + if there is one. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/(?!^\+)\D/g, '')}`;
}
