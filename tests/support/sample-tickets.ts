import { addMonths, type Day, dayInMonth, instantOf, monthOf, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents } from '#billing/money.ts';
import type { ActionContext } from '#server/action-context.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Writer } from '#server/db/connect.ts';
import { issueSanitationTicket as issueSanitation } from '#server/features/tickets/sanitation/issue-ticket.ts';
import { issueVehicleTicket as issueVehicle } from '#server/features/tickets/vehicle/issue-ticket.ts';
import { sampleToday } from './sample-ledgers.ts';
import type { Market } from './start-market.ts';

export const lastMonthDay = dayInMonth(monthOf(addMonths(dayInMonth(monthOf(sampleToday), 1), -1)), 1);

const ISSUERS = ['gate@example.com', 'kumari.wickramasinghe.mudiyanselage@example.com'];
const PRICES: readonly (readonly [vehicleType: string, price: Cents])[] = [
  ['Lorry', cents(15_000)],
  ['Van', cents(10_000)],
  ['Three-Wheeler', cents(5000)],
  ['Motorbike', cents(2050)],
  ['Car', cents(7500)],
];

/**
 * Adds tickets beside the server: 14 vehicles today and 1 on the first of last month, 12 sanitation tickets for Rs. 20
 * and 4 for Rs. 100 today, and 3 and 2 on the first of last month.
 */
export async function addSampleTickets(market: Market): Promise<void> {
  await writeTickets(market, async (tx) => {
    await issueSanitationOn(tx, lastMonthDay, [20, 20, 100, 20, 100]);
    await issueVehicleOn(tx, lastMonthDay, 0);
    const prices = Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 100 : 20));
    await issueSanitationOn(tx, sampleToday, prices);
    for (let at = 0; at < 14; at += 1) await issueVehicleOn(tx, sampleToday, at);
  });
}

export async function addBusyDay(market: Market, day: Day, count: number): Promise<void> {
  await writeTickets(market, async (tx) => {
    for (let at = 0; at < count; at += 1) await issueVehicleOn(tx, day, at);
  });
}

async function issueSanitationOn(tx: Writer, day: Day, prices: readonly (20 | 100)[]): Promise<void> {
  for (const [at, price] of prices.entries()) {
    await issueSanitation(tx, actOn(day, at, ISSUERS[at % ISSUERS.length]), { price });
  }
}

async function issueVehicleOn(tx: Writer, day: Day, at: number): Promise<void> {
  const [vehicleType, ticketPrice] = PRICES[at % PRICES.length] ?? ['Lorry', cents(15_000)];
  await issueVehicle(tx, actOn(day, at % 1400, ISSUERS[at % ISSUERS.length]), {
    vehicleNumber: `WP CAB-${1000 + at}`,
    vehicleType,
    ticketPrice,
    mayTakeAnyPrice: true,
  });
}

async function writeTickets(market: Market, write: (tx: Writer) => Promise<void>): Promise<void> {
  const database = connect(readConfig({ ...process.env, DATA_DIR: market.dataDir, DATABASE_URL: '' }));
  try {
    await database.write(write);
  } finally {
    await database.close();
  }
}

function actOn(day: Day, minutes: number, by = 'superadmin@example.com'): ActionContext {
  const at = instantOf(Date.parse(startOfDay(day)) + minutes * 60_000);
  return { actor: by, now: at, requestId: `sample ${day} ${minutes}` };
}
