import path from 'node:path';
import { sql } from 'kysely';
import {
  addDays,
  addMonths,
  type Day,
  dayInMonth,
  dayNumber,
  dayOf,
  type Instant,
  type Month,
  monthOf,
} from '#billing/calendar.ts';
import { formatDay } from '#contract/days.ts';
import { demoEmailOf } from '#contract/demo.ts';
import type { Language } from '#contract/languages.ts';
import type { PublicationFields } from '#contract/publications.ts';
import { roles } from '#contract/roles.ts';
import type { PublicationType } from '#contract/words.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { hasSuperadmin } from '#server/features/accounts/queries.ts';
import { registerAccount } from '#server/features/accounts/register-account.ts';
import { updateDatabase } from '#server/features/backup/update-database.ts';
import { storeFirstCentre } from '#server/features/centre/store-first-centre.ts';
import { addPublication } from '#server/features/publications/add-publication.ts';
import { hashPassword } from '#server/features/session/hash-password.ts';
import { tenantPageSetting } from '#server/features/tenant-links/read-setting.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { showProgress } from '../run-quietly.ts';
import newsData from './assets/news.json' with { type: 'json' };
import { closedDays } from './closed-days.ts';
import { type DemoMarket, doneBy } from './demo-market.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillBank } from './ledgers/fill-bank.ts';
import { fillClaims } from './ledgers/fill-claims.ts';
import { fillLedgers } from './ledgers/fill-ledgers.ts';
import { fillMessages } from './ledgers/fill-messages.ts';
import { fillPlan } from './ledgers/fill-plan.ts';
import { planTokens } from './plan-tokens.ts';
import { fillPrices } from './prices/fill-prices.ts';
import { readPicture } from './read-picture.ts';
import { fillTickets } from './tickets/fill-tickets.ts';
import { Timeline, timeOn } from './timeline.ts';

const CENTRE_FILE = path.resolve(import.meta.dirname, '../../contract/example-centre.json');
const YEARS = 5;
const MONTHS_IN_YEAR = 12;
/**
 * The current month and a whole year before it. It is low, because two years of ledgers take as long to fill as all
 * prices and tickets.
 */
const LEDGER_YEARS = 13 / MONTHS_IN_YEAR;
const SEED = 1999;
const DAYS_BEFORE = 11;

interface DemoSpan {
  years?: number;
  ledgerYears?: number;
}

/**
 * A fraction of a year is rounded to whole months, the current one included: 1 / 6 is this month and the previous one.
 */
export async function fillDemo({ years = YEARS, ledgerYears = LEDGER_YEARS }: DemoSpan = {}): Promise<void> {
  const config = readConfig();
  const database = connect(config);
  try {
    await updateDatabase(database, { config, clock: systemClock, say: (line) => console.log(line) });
    if (!(await hasSuperadmin(database.reader))) {
      const progress = showProgress('Filling the demo');
      await fillMarket(database, {
        seed: SEED,
        years,
        now: systemClock.now(),
        onProgress: progress.update,
        subjects: [
          ledgersOf(Math.min(years, ledgerYears)),
          fillPrices,
          fillNews,
          planTokens,
          (market) => fillTickets(market),
        ],
      });
      const context = { ...doneBy('superadmin', systemClock.now()), actor: 'demo' };
      await storeFirstCentre(database, context, { ...config, centreFile: CENTRE_FILE });
      await database.write((tx) => tenantPageSetting.change(tx, context, { value: () => ({ is_on: true }) }));
      await fillClaims(database, context.now);
      await fillPlan(database, context);
      await fillBank(database, context.now);
      await fillMessages(database, context, { config });
      progress.done();
    }
  } finally {
    await database.close();
  }
}

interface FillOptions {
  seed: number;
  years: number;
  now: Instant;
  onProgress?: (share: number) => void;
  subjects: readonly ((market: DemoMarket, from: Month) => void)[];
}

/**
 * Returns a function that fills ledgers of this many years. Shops and tenants begin with the first month of the
 * ledgers.
 */
function ledgersOf(years: number): typeof fillLedgers {
  return (market) => {
    const { from, opening } = beginningOf(years, market.now);
    fillLedgers({ ...market, opening }, from);
  };
}

function beginningOf(years: number, now: Instant): { from: Month; opening: Day } {
  const thisMonth = dayInMonth(monthOf(dayOf(now)), 1);
  const from = monthOf(addMonths(thisMonth, 1 - Math.round(MONTHS_IN_YEAR * years)));
  return { from, opening: addDays(dayInMonth(from, 1), -DAYS_BEFORE) };
}

export async function fillMarket(
  database: Database,
  { seed, years, now, onProgress, subjects }: FillOptions,
): Promise<void> {
  const today = dayOf(now);
  const { from, opening } = beginningOf(years, now);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  if (database.engine === 'sqlite') {
    // The disk need not be synchronised, because an interrupted fill starts again from the beginning.
    await sql`pragma synchronous = off`.execute(database.owner);
    await sql`pragma cache_size = -64000`.execute(database.owner);
  }
  await database.write(async (tx) => {
    const timeline = new Timeline();
    const inTransaction: Database = { ...database, write: (action) => action(tx) };
    const market: DemoMarket = { tx, database: inTransaction, timeline, seed, opening, now };
    timeline.plan(timeOn(opening, 0), async (at) => {
      for (const role of roles) {
        const account = { username: `Demo ${role}`, email: demoEmailOf(role), role, passwordHash };
        await registerAccount(tx, doneBy('superadmin', at), { ...account, mustChangePassword: false });
      }
    });
    for (const fill of subjects) fill(market, from);
    const days = dayNumber(today) - dayNumber(opening);
    await timeline.run(opening, now, (day) => onProgress?.((dayNumber(day) - dayNumber(opening)) / days));
  });
}

interface NewsTemplate {
  type: PublicationType;
  daysAgo: number;
  hour: number;
  day?: number | 'poya';
  topic: Record<Language, string>;
  description: Record<Language, string>;
  picture?: string;
}

interface PlannedNews {
  fields: { [Field in keyof PublicationFields]-?: NonNullable<PublicationFields[Field]> };
  publishedAt: Instant;
  picture: string | undefined;
}

function fillNews({ tx, timeline, now, opening }: DemoMarket): void {
  for (const { fields, publishedAt, picture } of planNews(now).filter((news) => dayOf(news.publishedAt) > opening)) {
    timeline.plan(publishedAt, (at) =>
      addPublication(tx, doneBy('editor', at), {
        ...fields,
        image: picture === undefined ? undefined : readPicture(picture),
      }),
    );
  }
}

export function planNews(now: Instant): PlannedNews[] {
  const today = dayOf(now);
  return (newsData as NewsTemplate[])
    .map((news) => ({
      fields: fieldsOf(news, today),
      publishedAt: timeOn(addDays(today, -news.daysAgo), news.hour * 60),
      picture: news.picture,
    }))
    .toReversed();
}

function fieldsOf({ type, day, daysAgo, topic, description }: NewsTemplate, today: Day): PlannedNews['fields'] {
  const date = day === 'poya' ? nextPoya(today) : addDays(today, (day ?? 0) - daysAgo);
  const filledIn = (language: Language) =>
    description[language].replace('{day}', formatDay(date, translators[language].t));
  return {
    type,
    topic: topic.en,
    topic_si: topic.si,
    topic_ta: topic.ta,
    description: filledIn('en'),
    description_si: filledIn('si'),
    description_ta: filledIn('ta'),
  };
}

function nextPoya(today: Day): Day {
  const next = closedDays(addDays(today, 1), addDays(today, 40)).find(({ kind }) => kind === 'poya');
  if (!next) throw new Error(`no full moon within 40 days of ${today}`);
  return next.day;
}
