/**
 * The reference label of a bill for bank transfers and LANKAQR (docs/rules.md, Tax documents): the number of the bill
 * without `INV-`, and two check digits by ISO 7064 MOD 97-10. INV-A12-202610 is `A12-202610-63`.
 *
 * Correct check digits are a hint for matching a line of a bank statement, never a proof: a person decides.
 */

const MAX_LENGTH = 25;
const BILL = /^[A-Z0-9]+(?:-+[A-Z0-9]+)*$/;
const CHECKED = /^[A-Z0-9]+\d{2}$/;
const MODULUS = 97;
/** What follows the shop in a label: the month, and a number if the shop has a second tenancy in that month. */
const MONTH = /^20\d\d(?:0[1-9]|1[0-2])\d{0,2}$/;

/**
 * Returns the label of a bill; undefined when it would exceed 25 characters or contain characters other than A-Z, 0-9,
 * -.
 */
export function paymentReference(invoiceNumber: string): string | undefined {
  const bill = billOfInvoice(invoiceNumber);
  if (!BILL.test(bill)) return undefined;
  const label = `${bill}-${checkDigits(compact(bill))}`;
  return label.length <= MAX_LENGTH ? label : undefined;
}

/**
 * Returns the two check digits: 98 - (100n mod 97). `n` is `lettersAndDigits` read as a number in which A is 10 and Z
 * is 35.
 */
export function checkDigits(lettersAndDigits: string): string {
  return String(MODULUS + 1 - remainderOf(`${lettersAndDigits}00`)).padStart(2, '0');
}

/**
 * Returns the letters and digits of a label in capitals, without the check digits; undefined when those are wrong. All
 * other characters are ignored, so that a label is recognized with added spaces and without its dashes.
 */
export function readPaymentReference(text: string): string | undefined {
  const label = compact(text);
  return CHECKED.test(label) && remainderOf(label) === 1 ? label.slice(0, -2) : undefined;
}

/** Returns true for a label with a month and correct check digits. */
export function isPaymentReference(text: string): boolean {
  const key = readPaymentReference(text);
  return key !== undefined && [...key].some((_, at) => at > 0 && MONTH.test(key.slice(at)));
}

/** Returns the shops to which a label may refer: usually one, several if their ids differ only by dashes. */
export function shopsOfReference(text: string, shopIds: readonly string[]): string[] {
  const key = readPaymentReference(text);
  if (key === undefined) return [];
  return shopIds.filter((id) => key.startsWith(compact(id)) && MONTH.test(key.slice(compact(id).length)));
}

export type ReferenceMatch =
  | { kind: 'found'; invoiceNumber: string }
  | { kind: 'check wrong' }
  | { kind: 'unknown' }
  | { kind: 'ambiguous' };

/**
 * Finds the invoice to which a payment reference refers. Dashes are ignored, so invoices whose numbers differ only by
 * dashes cannot be told apart, and none of them is matched.
 */
export function matchPaymentReference(text: string, invoiceNumbers: readonly string[]): ReferenceMatch {
  const key = readPaymentReference(text);
  if (key === undefined) return { kind: 'check wrong' };
  const [found, ...others] = invoiceNumbers.filter((number) => compact(billOfInvoice(number)) === key);
  if (found === undefined) return { kind: 'unknown' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', invoiceNumber: found };
}

function billOfInvoice(invoiceNumber: string): string {
  return invoiceNumber.toUpperCase().replace(/^INV-/, '');
}

function compact(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
}

/** Returns the remainder of a text divided by 97. The text is read as a number in which A is 10 and Z is 35. */
function remainderOf(lettersAndDigits: string): number {
  let remainder = 0;
  for (const one of lettersAndDigits) {
    const value = Number.parseInt(one, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % MODULUS;
  }
  return remainder;
}
