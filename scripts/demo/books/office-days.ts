import { addMonths, dayInMonth, type Instant, type Month, monthOf } from '#billing/calendar.ts';
import type { Doing, Journal } from './journal.ts';
import { momentOf } from './moments.ts';

/** Something that the office does to the books of every shop at one time. */
export interface OfficeAct {
  at: Instant;
  context(journal: Journal, doing: Doing): void;
}

const NOON = 12 * 60;
const FINED_ON = 28;
const ARRESTED_ON = 25;

/** What the office does from one month to another: fines all who are overdue twice a year, arrests every second month. */
export function officeDays(from: Month, to: Month): OfficeAct[] {
  const acts: OfficeAct[] = [];
  for (let first = dayInMonth(from, 1); monthOf(first) <= to; first = addMonths(first, 1)) {
    const month = monthOf(first);
    const number = Number(month.slice(5));
    if (number % 6 === 2) {
      acts.push({
        at: momentOf(dayInMonth(month, FINED_ON), NOON),
        context: (journal, doing) => journal.applyFines(doing),
      });
    }
    if (number % 2 === 0) {
      const day = dayInMonth(month, ARRESTED_ON);
      acts.push({ at: momentOf(day, NOON + 40), context: (journal, doing) => journal.arrest(doing, 'invoices') });
      acts.push({ at: momentOf(day, NOON + 45), context: (journal, doing) => journal.arrest(doing, 'fines') });
    }
  }
  return acts;
}
