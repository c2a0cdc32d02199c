import type { Cents } from '#billing/money.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { findClosedMonth } from '../../db/closed-months.ts';
import type { Reader } from '../../db/connect.ts';
import { loadReport, loadUnconfirmed, type ShopFigures, type Unconfirmed } from './load-report.ts';
import type { MonthSpan } from './queries.ts';

/** What the reports of a month are made of. */
interface MonthReport {
  figures: readonly ShopFigures[];
  unconfirmed: Unconfirmed;
}

type StoredFigures = Omit<ShopFigures, 'receivedBy'> & { receivedBy: [PaymentMethod, Cents][] };

/** Loads the figures of a month: those that were closed, if the month is. */
export async function loadMonthReport(db: Reader, span: MonthSpan): Promise<MonthReport> {
  const closed = await findClosedMonth(db, span.month);
  return closed ? readReport(closed.report) : loadOpenReport(db, span);
}

/** Returns the figures of an open month as they are stored when it is closed. */
export async function writeOpenReport(db: Reader, span: MonthSpan): Promise<string> {
  const { figures, unconfirmed } = await loadOpenReport(db, span);
  const stored = figures.map((one): StoredFigures => ({ ...one, receivedBy: [...one.receivedBy] }));
  return JSON.stringify({ figures: stored, unconfirmed });
}

async function loadOpenReport(db: Reader, span: MonthSpan): Promise<MonthReport> {
  return { figures: await loadReport(db, span), unconfirmed: await loadUnconfirmed(db, span) };
}

function readReport(text: string): MonthReport {
  const { figures, unconfirmed } = JSON.parse(text) as { figures: StoredFigures[]; unconfirmed: Unconfirmed };
  return {
    figures: figures.map(({ tenant, lastPaidAt, receivedBy, ...one }) => ({
      ...one,
      tenant,
      lastPaidAt,
      receivedBy: new Map(receivedBy),
    })),
    unconfirmed,
  };
}
