import { addDays, dayOf, type Instant, startOfDay } from '#billing/calendar.ts';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import type { AuditEventType } from '#contract/audit.ts';
import type { Answer } from '#contract/call.ts';
import type { dashboard } from '#contract/dashboard.ts';
import type { Reader } from '../../db/connect.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { loadAccountChanges } from '../approvals/account-changes.ts';
import { describeEntry } from '../audit/stored-message.ts';
import {
  type AuditChangeRow,
  countOwnVoids,
  countVoidsByPerson,
  listAmountsOfPeople,
  listChangesOfEachType,
  listLedgerChanges,
  type OwnVoids,
  type PersonAmounts,
  type PersonCount,
} from './queries.ts';

/** What the owner of a market checks: who changed what. */
export type Oversight = Pick<
  Unworded<Answer<typeof dashboard.morning>>,
  'changes' | 'voids' | 'settings_changes' | 'account_changes'
>;

export const NO_OVERSIGHT: Oversight = { changes: [], voids: [], settings_changes: [], account_changes: [] };

const CHANGES: readonly AuditEventType[] = [
  'Correction',
  'Payment Deleted',
  'Payment Replaced',
  'Cheque Returned',
  'Payment Not Found',
  'Invoice Deleted',
  'Fine Removed',
  'Fine Waived by Day',
  'Balance Set',
  'Balance Transferred',
  'Credit Refunded',
  'Debt Written Off',
  'Deposit Applied',
  'Deposit Refunded',
  'Credit Note Issued',
  'Debit Note Issued',
  'Other Charge Removed',
  'Tenant Removed',
  'Bank Line Reopened',
  'Gate Hand-over Undone',
];
/** A refused count changes no amount, but a count that was tried until it fits must be seen. */
const LATEST: readonly AuditEventType[] = [...CHANGES, 'Count Refused'];
const MOST_CHANGES = 20;

const SETTINGS: readonly AuditEventType[] = [
  'Approval Limit Set',
  'Backups Accepted',
  'Cash Sessions Set',
  'Cashier Days Set',
  'Centre Settings Changed',
  'Charge Kind Added',
  'Charge Kind Changed',
  'Confirmation Day Set',
  'Counting Day Set',
  'Mail Server Changed',
  'Alarms Changed',
  'Reminder Texts Changed',
  'Rent Rules Changed',
  'Schedule Changed',
  'Shop Changed',
  'Second Factor Required',
  'Tariff Changed',
  'Tax Settings Changed',
  'VAT Rate Changed',
  'Vehicle Types Changed',
];
const MOST_OF_TYPE = 20;

const DAYS_BACK = 30;
/** Entries of the last 30 days beyond these are not in the sums of people. */
const MOST_AMOUNTS = 10_000;

export async function loadOversight(db: Reader, now: Instant): Promise<Oversight> {
  const from = startOfDay(addDays(dayOf(now), 1 - DAYS_BACK));
  const latest = await listLedgerChanges(db, LATEST, MOST_CHANGES);
  const settings = await listChangesOfEachType(db, SETTINGS, { from, most: MOST_OF_TYPE });
  const counts = await countVoidsByPerson(db, Object.keys(VOIDS), from);
  const amounts = await listAmountsOfPeople(db, CHANGES, { from, most: MOST_AMOUNTS });
  return {
    changes: latest.map(presentChange),
    voids: presentVoids(counts, { amounts, own: await countOwnVoids(db, from) }),
    settings_changes: settings.map(presentChange),
    account_changes: await loadAccountChanges(db, now),
  };
}

function presentChange({ id, event_message, ...change }: AuditChangeRow): Oversight['changes'][number] {
  return { audit_id: id, ...change, event_description: describeEntry({ ...change, event_message }) };
}

type Voids = Answer<typeof dashboard.morning>['voids'][number];

const VOIDS: Record<string, 'tickets' | 'payments' | 'corrections'> = {
  'Ticket Deleted': 'tickets',
  'Payment Deleted': 'payments',
  'Payment Replaced': 'payments',
  'Cheque Returned': 'payments',
  'Payment Not Found': 'payments',
  Correction: 'corrections',
};

interface VoidParts {
  amounts: readonly PersonAmounts[];
  own: readonly OwnVoids[];
}

function presentVoids(counts: readonly PersonCount[], { amounts, own }: VoidParts): Voids[] {
  const countsOf = Map.groupBy(counts, ({ user_actioned }) => user_actioned);
  const amountsOf = Map.groupBy(amounts, ({ user_actioned }) => user_actioned);
  const people = [...new Set([...countsOf.keys(), ...amountsOf.keys()])].map((person) => {
    const ofPerson = countsOf.get(person) ?? [];
    const row: Voids = {
      person,
      tickets: 0,
      ticket_sum: 0,
      without_reason: ofPerson.reduce((sum, { without_reason }) => sum + without_reason, 0),
      own_share: shareOf(own.filter((one) => one.person === person)),
      others_share: shareOf(own.filter((one) => one.person !== person)),
      payments: 0,
      corrections: 0,
      amount: 0,
    };
    row.ticket_sum = toRupees(sumCents(ofPerson.map(({ ticket_cents }) => ticket_cents)));
    row.amount = toRupees(sumCents((amountsOf.get(person) ?? []).map(changedBy)));
    for (const { event_type, count } of ofPerson) {
      const column = VOIDS[event_type];
      if (column) row[column] += count;
    }
    return row;
  });
  const total = ({ ticket_sum, amount }: Voids) => ticket_sum + amount;
  return people.sort((a, b) => total(b) - total(a) || (a.person < b.person ? -1 : 1));
}

/** Returns the voided part of tickets in percent, with one decimal. */
function shareOf(people: readonly OwnVoids[]): number | null {
  const issued = people.reduce((sum, one) => sum + one.issued, 0);
  const voided = people.reduce((sum, one) => sum + one.voided, 0);
  return issued === 0 ? null : Math.round((voided * 1000) / issued) / 10;
}

/** A payment that is recorded again counts with its amount, once. */
function changedBy({ event_type, old_value, new_value }: PersonAmounts): Cents {
  if (event_type === 'Payment Replaced') return centsIn(old_value);
  return cents(Math.abs(centsIn(new_value) - centsIn(old_value)));
}

/** Returns 0 for an amount of another system, which may be written in another way. */
function centsIn(value: string | null): Cents {
  return value !== null && /^-?\d+\.\d{2}$/.test(value) ? cents(Number(value.replace('.', ''))) : cents(0);
}
