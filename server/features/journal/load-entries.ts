import { type Day, dayOf } from '#billing/calendar.ts';
import { dayOfBill } from '#billing/invoice.ts';
import {
  postHandover,
  postSession,
  postShift,
  postTickets,
  type TicketsOfDay,
} from '#billing/journal/cash-postings.ts';
import type { JournalAccount, JournalEntry } from '#billing/journal/entries.ts';
import { laterOf } from '#billing/journal/hold-closed.ts';
import { postFine, postIgnoredLine, postLedgerEntry, type RecordedEntry } from '#billing/journal/ledger-postings.ts';
import { type ChargeKindValue, isElectronic } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { mapInTurns, takeTurns } from '../../turns.ts';
import { findConfirmationStart } from '../cash/bank-payment-queries.ts';
import { findCountingStart } from '../gate/income-queries.ts';
import { readLines } from '../ledger/read-lines.ts';
import {
  type JournalRow,
  listAccountsOfParts,
  listFineRows,
  listIgnoredLines,
  listJournalHandovers,
  listJournalRows,
  listJournalSessions,
  listJournalShifts,
  listJournalTickets,
} from './queries.ts';

const ACCOUNT_OF_CHARGE: Record<ChargeKindValue, JournalAccount> = {
  VAT: 'vat',
  OperationFee: 'operation_fee',
  Rent: 'rent',
  Other: 'other_charges',
  Fine: 'fines',
};

const ACCOUNT_OF_IGNORED = {
  fee: 'fees',
  interest: 'interest',
  own_transfer: 'own_transfers',
  reversal: 'bank_other',
  other: 'bank_other',
} as const;

/** Returns the bank account whose line has this money; the account of unmatched money if none has. */
type BankOf = (kind: string, id: number) => JournalAccount;

/** Loads all entries of the journal of the market, in no order. */
export async function loadJournalEntries(db: Reader): Promise<JournalEntry[]> {
  const parts = await listAccountsOfParts(db);
  const accounts = new Map(parts.map((part) => [`${part.kind} ${part.subject_id}`, part.account_id]));
  const bankOf: BankOf = (kind, id) => {
    const account = accounts.get(`${kind} ${id}`);
    return account === undefined ? 'bank' : `bank ${account}`;
  };
  const ledger = await loadLedgerEntries(db, bankOf);
  return [...ledger, ...(await loadCash(db, bankOf)), ...(await loadGate(db, bankOf)), ...(await loadIgnored(db))];
}

async function loadLedgerEntries(db: Reader, bankOf: BankOf): Promise<JournalEntry[]> {
  const start = (await findConfirmationStart(db)) ?? '';
  const entries: JournalEntry[] = [];
  const recordedDays = new Map<string, Day>();
  const notedFines = new Map<number, number>();
  for (let after = 0; ; ) {
    const rows = await listJournalRows(db, after);
    for (const [at, row] of rows.entries()) {
      if (at % 100 === 0) await takeTurns();
      entries.push(...postLedgerEntry(recordedEntry(row, { start, bankOf })));
      if (row.voided_at === null) noteRow(row, { recordedDays, notedFines });
      after = row.id;
    }
    if (rows.length === 0) break;
  }
  for (let after = 0; ; ) {
    const rows = await listFineRows(db, after);
    for (const { id, tenancy_id, invoice_id, cents, arose_at } of rows) {
      const day = dayOf(arose_at);
      const recorded = recordedDays.get(`${tenancy_id} ${arose_at}`) ?? day;
      const gross = cents - (notedFines.get(invoice_id) ?? 0);
      entries.push(...postFine({ invoiceId: invoice_id, tenancyId: tenancy_id, day, recorded, cents: gross }));
      after = id;
    }
    if (rows.length === 0) return entries;
  }
}

/** A fine falls due with the entry of its instant, which may have been recorded on a later day. */
function noteRow(
  row: JournalRow,
  { recordedDays, notedFines }: { recordedDays: Map<string, Day>; notedFines: Map<number, number> },
): void {
  const key = `${row.tenancy_id} ${row.counted_at ?? row.effective_at}`;
  const day = dayOf(row.counted_at ?? row.recorded_at);
  if (row.kind !== 'invoice' && !recordedDays.has(key)) recordedDays.set(key, day);
  const isNote = row.kind === 'credit note' || row.kind === 'debit note';
  if (!isNote || row.charge_kind !== 'Fine' || row.invoice_id === null) return;
  const signed = row.kind === 'debit note' ? row.cents : -row.cents;
  notedFines.set(row.invoice_id, (notedFines.get(row.invoice_id) ?? 0) + signed);
}

function recordedEntry(row: JournalRow, known: { start: string; bankOf: BankOf }): RecordedEntry {
  const recorded = dayOf(row.recorded_at);
  const day = ownDayOf(row);
  const places = placesOf(row, known);
  const clearedOn = places.isPending ? row.cleared_on : null;
  const account = known.bankOf('payment', row.money_id);
  const bankRecorded = laterOf(recorded, dayOf(row.cleared_at ?? row.recorded_at));
  return {
    id: row.id,
    tenancyId: row.tenancy_id,
    kind: row.kind,
    cents: row.cents,
    day,
    recorded,
    voided: voidingOf(row),
    charges:
      row.rent_cents === null
        ? null
        : {
            rent: row.rent_cents,
            operationFee: row.operation_fee_cents ?? 0,
            vat: row.vat_cents ?? 0,
            other: readLines({ other_charges: row.other_charges ?? '[]' }).reduce((sum, { cents }) => sum + cents, 0),
          },
    charge: row.charge_kind === null ? null : ACCOUNT_OF_CHARGE[row.charge_kind],
    place: places.place,
    voidPlace: places.voidPlace,
    bank: clearedOn === null ? null : { day: laterOf(clearedOn, day), recorded: bankRecorded, account },
    counted: row.counts_from === null ? null : { day: row.counted_at && laterOf(dayOf(row.counted_at), day) },
  };
}

/** Returns the day to which an entry belongs while its month is open: also of a correction, which has that of its payment. */
function ownDayOf({ month, effective_at }: JournalRow): Day {
  const day = dayOf(effective_at);
  return month === null ? day : dayOfBill(month, day);
}

/** A bill with VAT is cancelled by a credit note, and a cheque is returned by the bank: on a day of its own. */
function voidingOf({ voided_at, returned_on, vat_cents, effective_at }: JournalRow): RecordedEntry['voided'] {
  if (voided_at === null) return null;
  if (returned_on !== null) return { day: laterOf(returned_on, dayOf(effective_at)), isApart: true };
  return { day: dayOf(voided_at), isApart: (vat_cents ?? 0) > 0 };
}

interface EntryPlaces {
  place: JournalAccount | null;
  voidPlace: JournalAccount | null;
  isPending: boolean;
}

/** Returns where the money of an entry is until the bank has it, as billing/places.ts does. */
function placesOf(row: JournalRow, { start, bankOf }: { start: string; bankOf: BankOf }): EntryPlaces {
  const drawer = (session: number | null): JournalAccount => (session === null ? 'without_session' : 'drawers');
  const { method, money_kind, money_recorded_at } = row;
  if (method === null) return { place: null, voidPlace: null, isPending: false };
  if (method === 'Cash')
    return { place: drawer(row.session_id), voidPlace: drawer(row.void_session_id), isPending: false };
  const isReceived = money_kind === 'payment' || money_kind === 'deposit received';
  const isNew = money_recorded_at >= start;
  const isCheque = method === 'Cheque' && (money_kind === 'payment' || isNew);
  const isTransfer = isElectronic(method) && isNew;
  const pending = isReceived && isCheque ? 'cheques' : isReceived && isTransfer ? 'to_confirm' : null;
  if (pending) return { place: pending, voidPlace: pending, isPending: true };
  const bank = bankOf(isReceived ? 'payment' : 'paid_back', row.money_id);
  return { place: bank, voidPlace: bank, isPending: false };
}

async function loadCash(db: Reader, bankOf: BankOf): Promise<JournalEntry[]> {
  const banked = (kind: string, id: number, day: Day | null) =>
    day === null ? null : { day, account: bankOf(kind, id) };
  const posted = await mapInTurns(await listJournalSessions(db), (row) =>
    postSession({
      id: row.id,
      opened: dayOf(row.opened_at),
      float: row.float_cents,
      floatExpected: row.float_expected_cents,
      fromHeld: row.from_held_cents,
      closed:
        row.counted_cents === null || row.closed_at === null
          ? null
          : {
              day: dayOf(row.closed_at),
              expected: row.expected_cents ?? 0,
              counted: row.counted_cents,
              kept: row.kept_cents ?? 0,
            },
      banked: banked('cash', row.id, row.banked_on),
      keptBanked: banked('kept_cash', row.id, row.kept_banked_on),
    }),
  );
  return posted.flat();
}

async function loadGate(db: Reader, bankOf: BankOf): Promise<JournalEntry[]> {
  const tickets = await listJournalTickets(db, await findCountingStart(db));
  const ofShift = new Map<string, number>();
  const ofDays = new Map<string, TicketsOfDay>();
  for (const { day, shift, to_count, cents } of tickets) {
    if (shift !== null) ofShift.set(shift, (ofShift.get(shift) ?? 0) + Number(cents));
    const uncounted = Number(to_count) === 1 ? 'to_count' : 'gate_counted';
    const place = shift === null ? uncounted : 'gate_shift';
    const before = ofDays.get(`${day} ${place}`)?.cents ?? 0;
    ofDays.set(`${day} ${place}`, { day, place, cents: before + Number(cents) });
  }
  const posted = [...ofDays.values()].map(postTickets);
  const shifts = await mapInTurns(await listJournalShifts(db), (row) =>
    postShift({
      id: row.id,
      opened: dayOf(row.opened_at),
      opening: row.opening_cents,
      fromHeld: row.from_held_cents,
      tickets: ofShift.get(row.id) ?? 0,
      closed:
        row.closed_at === null
          ? null
          : { day: dayOf(row.closed_at), counted: row.counted_cents ?? 0, isHandedOver: row.to_hand_over === 1 },
    }),
  );
  const handovers = await mapInTurns(await listJournalHandovers(db), (row) =>
    postHandover({
      id: row.id,
      day: dayOf(row.received_at),
      expected: row.expected_cents,
      given: row.given_cents,
      received: row.received_cents,
      left: row.left_cents,
      isIntoDrawer: row.session_id !== null,
      banked: row.banked_on === null ? null : { day: row.banked_on, account: bankOf('gate_cash', row.id) },
    }),
  );
  return [...posted, ...shifts, ...handovers].flat();
}

async function loadIgnored(db: Reader): Promise<JournalEntry[]> {
  const lines = await listIgnoredLines(db);
  return lines.flatMap(({ id, account_id, day, cents, ignored_as, matched_at }) => {
    const from = ignored_as === null ? 'bank_other' : ACCOUNT_OF_IGNORED[ignored_as];
    return postIgnoredLine({ id, day, recorded: dayOf(matched_at), cents, from, account: `bank ${account_id}` });
  });
}
