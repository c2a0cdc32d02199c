import { Gauge, type Registry } from 'prom-client';
import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { verificationOutcomes } from '#contract/ledger.ts';
import type { Config } from '../../config.ts';
import type { Reader } from '../../db/connect.ts';
import { sumCounted } from '../../db/rate-limits.ts';
import { alarmSetting, listDueAt } from '../alarms/read-alarms.ts';
import { oldestEntryAt } from '../audit/queries.ts';
import { type CopyConfig, newestProvenCopyAt } from '../backup/copies-here.ts';
import { readElsewhere } from '../backup/store-elsewhere.ts';
import { lastDoneAt } from '../bulk-actions/queries.ts';
import { countUnknownShiftTickets } from '../gate/load-income.ts';
import { listOpenPhones } from '../gate/queries.ts';
import { findLastVerification } from '../ledger/queries.ts';
import { countQueuedMails, oldestQueuedMailAt } from '../mail/queries.ts';
import { isListMissing } from '../market-days/find-closed-days.ts';
import { findLatestDay } from '../prices/queries.ts';
import { listTasks } from '../schedule/list-tasks.ts';
import { FAILED_SIGN_INS } from '../session/limit-attempts.ts';
import { countMissingNumbers } from '../tickets/missing-numbers.ts';
import { earliestEventTime } from '../tickets/read-event-time.ts';

interface Figure {
  help: string;
  /** The label that distinguishes the samples of the figure. */
  label?: string;
}

/** The figures that are read from the database, as Prometheus metrics. */
const FIGURES = {
  pola_list_missing_seconds: {
    help: 'On an open day without a price list: the time since the day began in Colombo. Otherwise 0.',
  },
  pola_list_late_seconds: {
    help: 'On an open day without a price list: the time since the market expected one (Settings, Alarms). Otherwise 0.',
  },
  pola_newest_list_age_seconds: { help: 'The time since the day of the newest price list began in Colombo.' },
  pola_proven_copy_age_seconds: {
    help: 'The age of the newest daily copy that a test restore proved; without one, the age of the market.',
  },
  pola_copy_elsewhere_age_seconds: {
    help: 'The age of the newest copy in the bucket that was read back; without one, the age of the market. Only with BACKUP_BUCKET.',
  },
  pola_copy_elsewhere_stopped: {
    help: '1 while the bucket has copies of another log, because of which nothing is sent. Only with BACKUP_BUCKET.',
  },
  pola_unsent_mails: { help: 'Emails that are queued or being sent.' },
  pola_oldest_unsent_mail_seconds: { help: 'The time since the oldest of them was queued; 0 if there are none.' },
  pola_gate_missing_tickets: {
    help: 'Tickets of the last 7 days that a phone has numbered and that did not arrive, although a later one did. Noted ones do not count.',
    label: 'phone',
  },
  pola_gate_unknown_shift_tickets: {
    help: 'Tickets of the last 30 days in a shift that its person has not opened 48 hours after their issue.',
  },
  pola_gate_silent_seconds: {
    help: 'The time since something arrived from a phone whose shift is open, of shifts of the last 48 hours.',
    label: 'phone',
  },
  pola_gate_overdue_seconds: {
    help: 'By how much that time exceeds the one that the market allows (Settings, Alarms); otherwise 0.',
    label: 'phone',
  },
  pola_verification: {
    help: '1 for the outcome of the last nightly verification, 0 for the others.',
    label: 'outcome',
  },
  pola_verification_age_seconds: {
    help: 'The time since the last nightly verification ended; without one, the age of the market.',
  },
  pola_task_overdue_seconds: {
    help: 'For each automatic task that is turned on: the time since the beginning of the day on which it was due, until it is done; otherwise 0.',
    label: 'task',
  },
  pola_anchor_age_seconds: {
    help: 'The time since the last anchor was sent; without one, the age of the market. Only with ANCHOR_EMAIL.',
  },
  pola_restore_age_seconds: {
    help: 'The time since a copy of the bucket was last restored as a test; without one, the age of the market. Only with BACKUP_IDENTITY_FILE.',
  },
  pola_failed_sign_ins: { help: 'Failed sign-ins, counted by account and network for an hour from the first one.' },
} as const satisfies Record<string, Figure>;

type Name = keyof typeof FIGURES;
/** The samples of each figure. A figure without a label has one sample, with the key ''. */
export type MarketFigures = Record<Name, ReadonlyMap<string, number>>;

const HOUR_SECONDS = 60 * 60;

/** The days for which a missing number raises the alarm, unless it is noted. */
const MISSING_DAYS = 7;

/** Reads all figures. Each query reads either few rows or only rows of the last seven days. */
export async function loadMarketFigures(
  db: Reader,
  {
    now,
    config,
  }: { now: Instant; config: CopyConfig & Pick<Config, 'copiesElsewhere' | 'identityFile' | 'anchorEmail'> },
): Promise<MarketFigures> {
  const age = (at: Instant | undefined) => Math.max(0, (Date.parse(now) - Date.parse(at ?? now)) / 1000);
  const known = (at: Instant | undefined) => (at === undefined ? none : one(age(at)));
  const today = dayOf(now);
  const newestList = await findLatestDay(db, today);
  const verification = await findLastVerification(db);
  const gateSince = earliestEventTime({ now });
  const phones = await listOpenPhones(db, gateSince);
  const silent = new Map([...phones].map(([phone, at]) => [phone, age(at)]));
  const alarms = await alarmSetting.read(db);
  const allowed = alarms.gate_silent_hours * HOUR_SECONDS;
  const isMissing = await isListMissing(db, today);
  const begun = await oldestEntryAt(db);
  const { isSetUp, last, restored, foreign } = await readElsewhere(db, config, now);
  return {
    pola_list_missing_seconds: one(isMissing ? age(startOfDay(today)) : 0),
    pola_list_late_seconds: one(isMissing ? age(listDueAt(alarms, today)) : 0),
    pola_newest_list_age_seconds: known(newestList === null ? undefined : startOfDay(newestList)),
    pola_proven_copy_age_seconds: known((await newestProvenCopyAt(db, config)) ?? begun),
    pola_copy_elsewhere_age_seconds: isSetUp ? known(last ?? begun) : none,
    pola_copy_elsewhere_stopped: isSetUp ? one(foreign ? 1 : 0) : none,
    pola_unsent_mails: one(await countQueuedMails(db)),
    pola_oldest_unsent_mail_seconds: one(age(await oldestQueuedMailAt(db))),
    pola_gate_missing_tickets: await countMissingNumbers(db, startOfDay(addDays(today, -MISSING_DAYS))),
    pola_gate_unknown_shift_tickets: one(await countUnknownShiftTickets(db, now)),
    pola_gate_silent_seconds: silent,
    pola_gate_overdue_seconds: new Map([...silent].map(([phone, seconds]) => [phone, Math.max(0, seconds - allowed)])),
    pola_verification: new Map(
      verification ? verificationOutcomes.map((outcome) => [outcome, outcome === verification.outcome ? 1 : 0]) : [],
    ),
    pola_verification_age_seconds: known(verification?.ended_at ?? begun),
    pola_task_overdue_seconds: new Map(
      (await listTasks(db, now)).map(({ task, dueSince }) => [task, dueSince ? age(dueSince) : 0]),
    ),
    pola_anchor_age_seconds: config.anchorEmail === undefined ? none : known((await lastDoneAt(db, 'anchor')) ?? begun),
    pola_restore_age_seconds: isSetUp && config.identityFile !== undefined ? known(restored ?? begun) : none,
    pola_failed_sign_ins: one(await sumCounted(db, FAILED_SIGN_INS, now)),
  };
}

const none: ReadonlyMap<string, number> = new Map();

function one(value: number): ReadonlyMap<string, number> {
  return new Map([['', value]]);
}

/** Adds the figures to a registry. Returns a function that sets their values, or removes them if they are undefined. */
export function marketGauges(registry: Registry): (figures: MarketFigures | undefined) => void {
  const gauges = (Object.keys(FIGURES) as Name[]).map((name) => {
    const { help, label }: Figure = FIGURES[name];
    const labelNames = label === undefined ? [] : [label];
    return { name, label, gauge: new Gauge({ name, help, labelNames, registers: [registry] }) };
  });
  const show = (figures: MarketFigures | undefined) => {
    for (const { name, label, gauge } of gauges) {
      gauge.reset();
      // A gauge without a label is 0 after a reset, which would look like a real value.
      if (label === undefined) gauge.remove();
      for (const [key, value] of figures?.[name] ?? none) gauge.set(label === undefined ? {} : { [label]: key }, value);
    }
  };
  show(undefined);
  return show;
}
