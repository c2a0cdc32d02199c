/**
 * Schedules of the VAT return: 01 lists invoices, 04 credit and debit notes (docs/rules.md, Tax documents). The output
 * is the value and VAT of all supplies of the period: the sum of schedule 01, plus the debit notes and less the credit
 * notes of schedule 04.
 */
import { type Day, type Month, monthOf } from '../calendar.ts';
import { type Cents, cents, sumCents } from '../money.ts';
import { periodDayOf, type TaxPeriod } from './tax-period.ts';
import type { TaxSettings } from './tax-settings.ts';
import { readTin } from './tin.ts';

interface DocumentBase {
  number: string;
  issuedOn: Day;
  suppliedOn: Day;
  /** `tin` is undefined when the purchaser is not registered. */
  purchaser: { name: string; tin: string | undefined; isGovernment: boolean };
  valueCents: Cents;
  vatCents: Cents;
  /** The VAT rate of the document; a note has that of its invoice. */
  vatRateBasisPoints: number;
}

export interface ScheduledInvoice extends DocumentBase {
  kind: 'invoice';
  /** The description of the supply: `Rent and operation fee of shop A12 2026-10`. */
  description: string;
}

export interface ScheduledNote extends DocumentBase {
  kind: 'credit' | 'debit';
  invoice: { number: string; issuedOn: Day };
}

export type ScheduledDocument = ScheduledInvoice | ScheduledNote;

/** A row of schedule 01. */
export type OutputRow = Omit<ScheduledInvoice, 'kind' | 'purchaser' | 'vatRateBasisPoints' | 'suppliedOn'> & RowBase;
/** A row of schedule 04. */
export type NoteRow = Omit<ScheduledNote, 'purchaser' | 'vatRateBasisPoints' | 'suppliedOn'> & RowBase;

interface RowBase {
  /** The TIN of nine digits. If the office stored any other text, it is that text, which findScheduleFaults reports. */
  tin: string;
  name: string;
  /** The VAT rate; undefined for a row of several bills. */
  vatRateBasisPoints: number | undefined;
}

export interface VatSchedules {
  period: TaxPeriod;
  invoices: OutputRow[];
  notes: NoteRow[];
}

/** Numbers that are written instead of a TIN for purchasers without one. */
export const DUMMY_TIN = { person: '100902885', government: '100902877' };

const BULK_NAME = 'Others';

/**
 * Returns the rows of both schedules. Registered purchasers come first, then the others, each by date and number.
 * Documents of other periods and documents without VAT are not listed. A document that a tax invoice replaced must not
 * be passed.
 */
export function vatSchedules(
  documents: readonly ScheduledDocument[],
  period: TaxPeriod,
  settings: Pick<TaxSettings, 'period' | 'unregistered'>,
): VatSchedules {
  const listed = documents
    .filter((each) => each.vatRateBasisPoints > 0 && isWithin(period, periodDayOf(each, settings.period)))
    .toSorted(inScheduleOrder);
  const isBulk = settings.unregistered === 'bulk';
  const ownRow = isBulk ? listed.filter(isRegistered) : listed;
  const bulk = isBulk ? listed.filter((each) => !isRegistered(each)) : [];
  return {
    period,
    invoices: [
      ...ownRow.flatMap((each) => (each.kind === 'invoice' ? [outputRow(each)] : [])),
      ...bulkRows(bulk, period),
    ],
    notes: ownRow.flatMap((each) => (each.kind === 'invoice' ? [] : [noteRow(each)])),
  };
}

/** Returns value and VAT of the output, in cents: invoices plus debit notes less credit notes. */
export function scheduleOutput({ invoices, notes }: Pick<VatSchedules, 'invoices' | 'notes'>): Output {
  return sumOutput([...invoices.map((row) => ({ ...row, kind: 'invoice' as const })), ...notes]);
}

/** Returns the description of the supply, such as `Rent and operation fee of shop A12 2026-10`. */
export function scheduleDescription(shopId: string, month: Month, hasOtherCharges = false): string {
  const supply = hasOtherCharges ? 'Rent, operation fee and other charges' : 'Rent and operation fee';
  return `${supply} of shop ${shopId} ${month}`;
}

type Output = Pick<DocumentBase, 'valueCents' | 'vatCents'>;

function sumOutput(all: readonly (Output & Pick<ScheduledDocument, 'kind'>)[]): Output {
  const sign = (kind: ScheduledDocument['kind']) => (kind === 'credit' ? -1 : 1);
  return {
    valueCents: sumCents(all.map(({ kind, valueCents }) => cents(sign(kind) * valueCents))),
    vatCents: sumCents(all.map(({ kind, vatCents }) => cents(sign(kind) * vatCents))),
  };
}

function outputRow(invoice: ScheduledInvoice): OutputRow {
  const { number, issuedOn, description, valueCents, vatCents, vatRateBasisPoints } = invoice;
  return { ...purchaserCells(invoice), number, issuedOn, description, valueCents, vatCents, vatRateBasisPoints };
}

function noteRow(note: ScheduledNote): NoteRow {
  const { kind, number, issuedOn, invoice, valueCents, vatCents, vatRateBasisPoints } = note;
  return { ...purchaserCells(note), kind, number, issuedOn, invoice, valueCents, vatCents, vatRateBasisPoints };
}

function purchaserCells({ purchaser: { tin, name, isGovernment } }: DocumentBase): { tin: string; name: string } {
  if (tin !== undefined) return { tin: readTin(tin) ?? tin, name };
  return { tin: isGovernment ? DUMMY_TIN.government : DUMMY_TIN.person, name };
}

/**
 * Returns a row for each of the two dummy TINs, dated the last day of the period. Its figures are the sum of invoices
 * and debit notes less credit notes. A row whose sums are 0 is omitted.
 */
function bulkRows(documents: readonly ScheduledDocument[], period: TaxPeriod): OutputRow[] {
  const byTin = Map.groupBy(documents, (each) => purchaserCells(each).tin);
  const isMonth = monthOf(period.first) === monthOf(period.last);
  const year = period.first.slice(0, 4);
  const label = isMonth ? monthOf(period.first) : `${year}-Q${period.code.slice(2, 3)}`;
  return [DUMMY_TIN.person, DUMMY_TIN.government].flatMap((tin) => {
    const output = sumOutput(byTin.get(tin) ?? []);
    if (output.valueCents === 0 && output.vatCents === 0) return [];
    const row: OutputRow = {
      tin,
      name: BULK_NAME,
      number: `OTHERS-${label.replace('-', '')}`,
      issuedOn: period.last,
      description: `Rent and operation fees ${label}`,
      vatRateBasisPoints: undefined,
      ...output,
    };
    return [row];
  });
}

function isWithin({ first, last }: TaxPeriod, date: Day): boolean {
  return date >= first && date <= last;
}

function isRegistered({ purchaser }: ScheduledDocument): boolean {
  return purchaser.tin !== undefined;
}

function inScheduleOrder(one: ScheduledDocument, other: ScheduledDocument): number {
  const byPurchaser = Number(isRegistered(other)) - Number(isRegistered(one));
  if (byPurchaser !== 0) return byPurchaser;
  return compare(one.issuedOn, other.issuedOn) || compare(one.number, other.number);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
