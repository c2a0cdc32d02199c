import { type Instant, timeOf } from '#billing/calendar.ts';
import { type Cents, parseRupees, toRupees } from '#billing/money.ts';
import { formatFigure, formatNumber } from '#web/ui/format/money.ts';
import type { QueueEntry, TicketKind } from '../engine/entries.ts';

/** Money as it is called out at a gate: `Rs 20`, and cents only where there are some: `Rs 20.50`. */
export function rupeesText(amount: Cents): string {
  const rupees = toRupees(amount);
  return `Rs ${Number.isInteger(rupees) ? formatNumber(rupees) : formatFigure(rupees)}`;
}

/** Reads an amount of cash as people type it: `1,250.50`; undefined when it is none or below 0. */
export function cashIn(text: string): Cents | undefined {
  const amount = parseRupees(text.trim().replaceAll(',', ''));
  return amount === undefined || amount < 0 ? undefined : amount;
}

/** The time on the market's clock, to the minute: `06:02`. */
export function minuteOf(at: Instant): string {
  return timeOf(at).slice(0, 5);
}

/** `1 ticket`, `3 tickets`. */
export function countText(count: number, one: string): string {
  return `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** What a ticket is for, in words. */
export function kindText(kind: TicketKind): string {
  return kind.subject === 'sanitation' ? 'Sanitation' : `${kind.vehicleType} ${kind.vehicleNumber}`;
}

/** An entry of the queue in words. */
export function entryText(entry: QueueEntry): string {
  switch (entry.what) {
    case 'opening':
      return `Shift opened with ${rupeesText(entry.cash)}`;
    case 'ticket':
      return `${entry.number}, ${kindText(entry.kind)}, ${rupeesText(entry.cents)}`;
    case 'undoing':
      return `${entry.number} taken back`;
    case 'closing':
      return `Shift closed with ${rupeesText(entry.counted)}`;
  }
}
