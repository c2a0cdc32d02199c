export function telephone(number: string): string {
  return `tel:${number.replaceAll(/(?!^\+)\D/g, '')}`;
}
