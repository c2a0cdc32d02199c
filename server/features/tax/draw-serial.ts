import { dayOf, monthOf } from '#billing/calendar.ts';
import { taxCounterKey, writeTaxSerial } from '#billing/tax/tax-number.ts';
import type { TaxSettings } from '#billing/tax/tax-settings.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import { Unavailable } from '../../db/transaction.ts';
import { drawNumber, isUnitUsed } from './queries.ts';

export interface DrawnSerial {
  unit: string;
  counter: string;
  number: number;
  serial: string;
}

/**
 * Draws the next serial number of `unit`. The counter of the unit stays locked until the transaction ends, so that a
 * rollback leaves no gap. Call this after the shop is locked and before the audit entry is written.
 */
export async function drawSerial(
  tx: Writer,
  { now }: Pick<ActionContext, 'now'>,
  { unit, settings }: { unit: string; settings: TaxSettings },
): Promise<DrawnSerial> {
  if (!changesOf(tx).keyring.numbers.isWritten())
    throw new Unavailable('the last tax serial could not be written to the data folder');
  const issuedOn = dayOf(now);
  const counter = taxCounterKey(unit, issuedOn, settings.reset);
  const isFirst = unit === settings.unit && settings.firstNumber > 1 && !(await isUnitUsed(tx, unit));
  const number = await drawNumber(tx, { counter, first: isFirst ? settings.firstNumber : 1 });
  return { unit, counter, number, serial: writeTaxSerial({ month: monthOf(issuedOn), unit, number }, settings) };
}
