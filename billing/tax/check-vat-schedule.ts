/** The checks that are made before the files of the VAT return are written (docs/rules.md, Tax documents). */
import { percentOf } from '../money.ts';
import { isAsciiText } from './csv-line.ts';
import { isTin } from './tin.ts';
import { type NoteRow, type OutputRow, scheduleOutput, type VatSchedules } from './vat-schedule.ts';

/** The largest accepted difference between the VAT of a row and the VAT computed from its value: one rupee. */
const VAT_TOLERANCE_CENTS = 100;

export type ScheduleFaultName =
  | 'date outside period'
  | 'tin not nine digits'
  | 'value not above 0'
  | 'listed twice'
  | 'vat off'
  | 'text not ascii'
  | 'ledger differs';

export interface ScheduleFault {
  fault: ScheduleFaultName;
  /** True for a warning, which is shown next to the file. Any other fault prevents the file from being written. */
  isWarning: boolean;
  /**
   * The number of the faulty document; undefined if the fault is that the totals of the period differ from the ledger.
   */
  number: string | undefined;
}

const WARNINGS: readonly ScheduleFaultName[] = ['date outside period', 'text not ascii'];

type Row = OutputRow | NoteRow;

/**
 * Returns the faults and warnings of the schedules, in the order of their rows. `ledger` is the value and VAT of the
 * period according to the ledger. If the totals of the schedules differ from these, the last fault says so.
 */
export function findScheduleFaults(
  schedules: VatSchedules,
  ledger: Pick<OutputRow, 'valueCents' | 'vatCents'>,
): ScheduleFault[] {
  const { invoices, notes } = schedules;
  const output = scheduleOutput(schedules);
  const differs = output.valueCents !== ledger.valueCents || output.vatCents !== ledger.vatCents;
  return [
    ...faultsOfRows(invoices, schedules),
    ...faultsOfRows(notes, schedules),
    ...(differs ? [faultOf('ledger differs', undefined)] : []),
  ];
}

function faultsOfRows(rows: readonly Row[], { period }: VatSchedules): ScheduleFault[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const key = [row.tin, row.number, row.issuedOn].join();
    const found: [name: ScheduleFaultName, isFound: boolean][] = [
      ['date outside period', row.issuedOn < period.first || row.issuedOn > period.last],
      ['tin not nine digits', !isTin(row.tin)],
      ['value not above 0', row.valueCents <= 0],
      ['listed twice', seen.has(key)],
      ['vat off', isVatOff(row)],
      ['text not ascii', !('description' in row ? [row.name, row.description] : []).every(isAsciiText)],
    ];
    seen.add(key);
    return found.flatMap(([name, isFound]) => (isFound ? [faultOf(name, row.number)] : []));
  });
}

function isVatOff({ valueCents, vatCents, vatRateBasisPoints }: Row): boolean {
  if (vatRateBasisPoints === undefined || valueCents < 0) return false;
  return Math.abs(vatCents - percentOf(valueCents, vatRateBasisPoints)) > VAT_TOLERANCE_CENTS;
}

function faultOf(fault: ScheduleFaultName, number: string | undefined): ScheduleFault {
  return { fault, isWarning: WARNINGS.includes(fault), number };
}
