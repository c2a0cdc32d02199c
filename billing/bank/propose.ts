/**
 * What a line of a bank statement may be (docs/rules.md, Bank statements). What is recorded already comes before what
 * would be recorded anew, so that no money is recorded twice. The amount by itself is never a reason to record a payment,
 * and a person decides on each line.
 */
import { type Day, dayNumber, weekdayOf } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { plainShop, type ReadText, readBankText, sharedWords, wordsOf } from './read-text.ts';
import type { FileLine } from './statement.ts';

/** A recorded transfer, card or online payment, or money paid back by one, that no line is matched to. */
export interface KnownPayment {
  entry: number;
  tenancy: number;
  cents: Cents;
  /** The day of the payment, or the day on which a person recorded that the bank has it. */
  day: Day;
}

/** Counted cash on its way to the bank. */
export interface CountedCash {
  /** What it is, such as `session 12`. */
  id: string;
  cents: Cents;
  /** Cash is not in the bank before this day. */
  since: Day;
  owner: string;
}

/** A cheque in hand, deposited or cleared. */
export interface KnownCheque {
  entry: number;
  cents: Cents;
  number: string;
  /** The day of the deposit; null for a cheque in hand. */
  depositedOn: Day | null;
  /** Cheques that were recorded as deposited together are on one slip. */
  slip: string;
  /** True if a line has its money already. */
  isMatched: boolean;
}

/** A tenancy that can pay. */
export interface KnownPayer {
  tenancy: number;
  shop: string;
  name: string;
  due: Cents;
  /** Unpaid bills, the oldest first, with their number without `INV-`. */
  bills: readonly { number: string; open: Cents }[];
  /** Rent, fee and VAT of a month. */
  month: Cents;
}

/** What a tenant claims to have paid. */
export interface KnownClaim {
  claim: number;
  tenancy: number;
  cents: Cents;
  day: Day;
}

export interface KnownMoney {
  /** Money received is above 0, money paid back below 0. */
  payments: readonly KnownPayment[];
  cash: readonly CountedCash[];
  cheques: readonly KnownCheque[];
  claims: readonly KnownClaim[];
  payers: readonly KnownPayer[];
  /** The tenancies that paid with a text before, by `payerOf` of it. */
  earlier: ReadonlyMap<string, number>;
}

/** What comes first is proposed first: recorded money before payments that would be recorded. */
const RANK = {
  recorded: 0,
  recorded_by_amount: 0,
  cash: 1,
  cheques: 2,
  cheque_returned: 3,
  claim: 4,
  label: 5,
  bill_and_name: 6,
  payer: 7,
} as const;
export type ProposalReason = keyof typeof RANK;

export interface Proposal {
  reason: ProposalReason;
  /** Entries that are confirmed, cleared or returned. */
  entries: readonly number[];
  /** Cash that was banked. */
  cash: readonly string[];
  /** The tenancy for which a payment is recorded; null if nothing is recorded anew. */
  tenancy: number | null;
  /** True if a person must look: several are equally likely, or the amount does not fit. */
  isQuestion: boolean;
}

const WORKING_DAYS = 5;
const MOST_PROPOSALS = 9;
/** The largest number of counts of cash that are added up in all ways to find a deposit. */
const MOST_SESSIONS = 12;
const SATURDAY = 6;

export interface Candidate extends Proposal {
  /** What the proposal uses up. No two lines use the same. */
  uses: readonly string[];
  /** The more words of the line name it, the better; then the nearer in days. */
  named: number;
  days: number;
}

/**
 * Returns the proposals for each line, the best first, from what `candidatesOf` returns for each. Nothing is the first
 * proposal of two lines.
 */
export function chooseProposals(all: readonly (readonly Candidate[])[]): Proposal[][] {
  const used = new Set<string>();
  const first = new Map<number, Candidate>();
  const inOrder = all
    .flatMap((candidates, at) => candidates.map((one) => ({ at, one })))
    .toSorted((a, b) => byStrength(a.one, b.one));
  for (const { at, one } of inOrder) {
    if (first.has(at) || one.uses.some((use) => used.has(use))) continue;
    first.set(at, one);
    for (const use of one.uses) used.add(use);
  }
  return all.map((candidates, at) => {
    const chosen = first.get(at);
    const others = candidates.filter((one) => one !== chosen && !one.uses.some((use) => used.has(use)));
    return [...(chosen ? [chosen] : []), ...others.toSorted(byStrength)].slice(0, MOST_PROPOSALS).map(proposalOf);
  });
}

function byStrength(one: Candidate, other: Candidate): number {
  return (
    Number(one.isQuestion) - Number(other.isQuestion) ||
    RANK[one.reason] - RANK[other.reason] ||
    other.named - one.named ||
    one.days - other.days
  );
}

function proposalOf({ reason, entries, cash, tenancy, isQuestion }: Candidate): Proposal {
  return { reason, entries, cash, tenancy, isQuestion };
}

function candidate(
  reason: ProposalReason,
  { claims = [], ...more }: Partial<Candidate> & { claims?: readonly number[] },
): Candidate {
  // A cheque is deposited by one line and returned by another.
  const prefix = reason === 'cheque_returned' ? 'return of' : 'entry';
  const uses = [
    ...(more.entries ?? []).map((entry) => `${prefix} ${entry}`),
    ...(more.cash ?? []),
    ...claims.map((claim) => `claim ${claim}`),
  ];
  const none = { entries: [], cash: [], tenancy: null, isQuestion: false, named: 0, days: 0 };
  return { reason, ...none, ...more, uses };
}

/** A shared word of the name counts 1. */
const STRENGTH = { label: 10, shop: 5 };

/** How strongly the text of a line names a tenancy. */
function strengthOf(text: ReadText, { shop, name }: KnownPayer): number {
  const label = text.labelled.has(shop) ? STRENGTH.label : 0;
  return label + (text.places.has(plainShop(shop)) ? STRENGTH.shop : 0) + sharedWords(text, name);
}

/** A line with how strongly it names each tenancy. */
interface ReadLine extends FileLine {
  read: ReadText;
  strengths: ReadonlyMap<number, number>;
}

function readLine(line: FileLine, payers: readonly KnownPayer[]): ReadLine {
  const shops = payers.map(({ shop }) => shop);
  const read = readBankText(line.text, shops);
  return { ...line, read, strengths: new Map(payers.map((payer) => [payer.tenancy, strengthOf(read, payer)])) };
}

/** Returns the tenancies that the text of a line names by shop, by payment reference or by two words of a name. */
export function listNamedTenancies(line: FileLine, payers: readonly KnownPayer[]): number[] {
  return namedIn(readLine(line, payers));
}

function namedIn({ strengths }: ReadLine): number[] {
  return [...strengths].filter(([, strength]) => strength > 1).map(([tenancy]) => tenancy);
}

/** Returns what a line may be, whatever the other lines are. */
export function candidatesOf(written: FileLine, known: KnownMoney): Candidate[] {
  const line = readLine(written, known.payers);
  if (line.cents < 0) return [...recordedPayments(line, known), ...returnedCheques(line, known)];
  return [
    ...recordedPayments(line, known),
    ...depositedCash(line, known),
    ...depositedCheques(line, known),
    ...claimed(line, known),
    ...labels(line, known),
    ...billsAndNames(line, known),
    ...earlierPayers(line, known),
  ];
}

function recordedPayments(line: ReadLine, { payments, claims, earlier }: KnownMoney): Candidate[] {
  const fits = ({ cents, day }: Pick<KnownPayment, 'cents' | 'day'>) =>
    cents === line.cents && workingDaysBetween(day, line.day) <= WORKING_DAYS;
  const named = namedIn(line);
  const payer = earlier.get(payerOf(line.text));
  const claiming = claims.filter(fits).map(({ tenancy }) => tenancy);
  return payments.filter(fits).map(({ entry, tenancy, day }) => {
    const strength = line.strengths.get(tenancy) ?? 0;
    // The text names the shop of another tenancy.
    const isOther = named.length > 0 && !named.includes(tenancy);
    const isKnown = strength > 0 || payer === tenancy || claiming.includes(tenancy);
    // Whoever recorded a transfer that nobody sent needs only a line of the same amount to have it confirmed.
    const isByAmount = line.cents > 0 && !isOther && !isKnown;
    return candidate(isByAmount ? 'recorded_by_amount' : 'recorded', {
      entries: [entry],
      named: strength,
      days: Math.abs(dayNumber(day) - dayNumber(line.day)),
      isQuestion: isOther || isByAmount,
    });
  });
}

/** Returns whether the text of a line names a tenancy by shop, by payment reference or by a word of its name. */
export function isNamedIn(line: FileLine, payer: KnownPayer): boolean {
  return (readLine(line, [payer]).strengths.get(payer.tenancy) ?? 0) > 0;
}

/** One deposit may be several counts: those of one person, or all that were waiting. */
function depositedCash(line: FileLine, { cash }: KnownMoney): Candidate[] {
  const waiting = cash.filter(({ since }) => since <= line.day);
  const groups = [...Map.groupBy(waiting, ({ owner }) => owner).values(), waiting];
  const found = [
    ...waiting.map((one) => [one]),
    ...groups.flatMap((group) => sumsTo(group.slice(0, MOST_SESSIONS), line.cents)),
  ].filter((pieces) => pieces.reduce((sum, one) => sum + one.cents, 0) === line.cents);
  const byIds = new Map(found.map((pieces) => [pieces.map(({ id }) => id).join(), pieces]));
  return [...byIds.values()].map((pieces) =>
    candidate('cash', {
      cash: pieces.map(({ id }) => id),
      days: dayNumber(line.day) - Math.max(...pieces.map(({ since }) => dayNumber(since))),
      isQuestion: byIds.size > 1,
    }),
  );
}

/** Returns the sets of at least two pieces whose sum is the amount; at most nine sets. */
function sumsTo(pieces: readonly CountedCash[], amount: number): CountedCash[][] {
  const found: CountedCash[][] = [];
  const add = (at: number, left: number, taken: CountedCash[]) => {
    if (found.length >= MOST_PROPOSALS) return;
    if (left === 0 && taken.length > 1) found.push(taken);
    if (left <= 0) return;
    for (let next = at; next < pieces.length; next += 1) {
      const piece = pieces[next];
      if (piece) add(next + 1, left - piece.cents, [...taken, piece]);
    }
  };
  add(0, amount, []);
  return found;
}

/** One line may be a whole slip, all slips of a day, or one cheque. */
function depositedCheques(line: FileLine, { cheques }: KnownMoney): Candidate[] {
  const open = cheques.filter(({ isMatched, depositedOn }) => !isMatched && (depositedOn ?? line.day) <= line.day);
  const deposited = open.filter(({ depositedOn }) => depositedOn !== null);
  const slips = [...Map.groupBy(deposited, ({ slip }) => slip).values()];
  const days = [...Map.groupBy(deposited, ({ depositedOn }) => depositedOn).values()];
  const sets = [...slips, ...days, ...open.map((one) => [one])];
  const byEntries = new Map(sets.map((set) => [set.map(({ entry }) => entry).join(), set]));
  return [...byEntries.values()]
    .filter((set) => set.reduce((sum, one) => sum + one.cents, 0) === line.cents)
    .map((set) =>
      candidate('cheques', {
        entries: set.map(({ entry }) => entry),
        named: set.some(({ number }) => namesNumber(line.text, number)) ? 2 : set.length > 1 ? 1 : 0,
        days: Math.min(...set.map((one) => dayNumber(line.day) - dayNumber(one.depositedOn ?? line.day))),
        isQuestion: set.some(({ depositedOn }) => depositedOn === null),
      }),
    );
}

function returnedCheques(line: FileLine, { cheques }: KnownMoney): Candidate[] {
  return cheques
    .filter((cheque) => cheque.cents === -line.cents && cheque.depositedOn !== null && cheque.depositedOn <= line.day)
    .map((cheque) => {
      const isNamed = namesNumber(line.text, cheque.number);
      return candidate('cheque_returned', {
        entries: [cheque.entry],
        named: isNamed ? 1 : 0,
        days: dayNumber(line.day) - dayNumber(cheque.depositedOn ?? line.day),
        isQuestion: !isNamed,
      });
    });
}

function namesNumber(text: string, number: string): boolean {
  const plain = number.replace(/^0+/, '');
  return plain !== '' && wordsOf(text).some((word) => word.replace(/^0+/, '') === plain.toLowerCase());
}

/** A claim of this amount within five working days. The text may name another shop: then a person must look. */
function claimed(line: ReadLine, known: KnownMoney): Candidate[] {
  const { claims, payers } = known;
  const isRecorded = recordedPayments(line, known).length > 0;
  const named = [...line.strengths].filter(([, strength]) => strength > 1).map(([tenancy]) => tenancy);
  return claims
    .filter(({ cents, day }) => cents === line.cents && workingDaysBetween(day, line.day) <= WORKING_DAYS)
    .filter(({ tenancy }) => payers.some((payer) => payer.tenancy === tenancy))
    .map(({ claim, tenancy, day }, _, fitting) =>
      candidate('claim', {
        tenancy,
        claims: [claim],
        named: line.strengths.get(tenancy) ?? 0,
        days: Math.abs(dayNumber(day) - dayNumber(line.day)),
        isQuestion: named.length > 0 ? !named.includes(tenancy) : fitting.length > 1 || isRecorded,
      }),
    );
}

function labels({ cents: amount, read }: ReadLine, { payers }: KnownMoney): Candidate[] {
  const named = payers.filter(({ shop }) => read.labelled.has(shop));
  return named.map((payer) =>
    candidate('label', {
      tenancy: payer.tenancy,
      isQuestion: named.length > 1 || !isFitting(amount, payer),
    }),
  );
}

/** The amount due, one unpaid bill, the oldest bills together, or whole months. */
function isFitting(amount: Cents, { due, bills, month }: KnownPayer): boolean {
  if (amount === due || bills.some(({ open }) => open === amount)) return true;
  let sum = 0;
  for (const { open } of bills) {
    sum += open;
    if (sum === amount) return true;
  }
  return month > 0 && amount % month === 0;
}

function billsAndNames({ cents: amount, strengths: all }: ReadLine, { payers }: KnownMoney): Candidate[] {
  const strengthIn = ({ tenancy }: KnownPayer) => all.get(tenancy) ?? 0;
  const fitting = payers.filter((payer) => payer.bills.some(({ open }) => open === amount) && strengthIn(payer) > 0);
  const strengths = fitting.map(strengthIn);
  const best = Math.max(...strengths);
  const isClear = strengths.filter((strength) => strength === best).length === 1;
  return fitting.map(({ tenancy }, at) => {
    const named = strengths[at] ?? 0;
    return candidate('bill_and_name', { tenancy, named, isQuestion: !isClear || named < best });
  });
}

function earlierPayers(line: FileLine, { earlier, payers }: KnownMoney): Candidate[] {
  const tenancy = earlier.get(payerOf(line.text));
  const payer = payers.find((one) => one.tenancy === tenancy);
  if (payer === undefined) return [];
  return [candidate('payer', { tenancy: payer.tenancy, isQuestion: !isFitting(line.cents, payer) })];
}

/** Returns the words of a text that stay the same from month to month; empty if there are too few to know a payer by. */
export function payerOf(text: string): string {
  const words = wordsOf(text).filter((word) => !/\d/.test(word) && !COMMON.has(word));
  return words.join('').length < SHORTEST_PAYER ? '' : words.join(' ');
}

const SHORTEST_PAYER = 5;
/** Words of banks, which name nobody. */
const COMMON = new Set(
  'inward outward ceft slips transfer trf fund funds online mobile internet credit cr dr deposit cash cdm atm pos cheque chq payment pay rent for from to by na invceft_na invceft ref no'.split(
    ' ',
  ),
);

/** Returns the number of working days from one day to another, in either order. Saturdays and Sundays are none. */
function workingDaysBetween(one: Day, other: Day): number {
  const [from, to] = [dayNumber(one), dayNumber(other)].toSorted((a, b) => a - b) as [number, number];
  const first = weekdayOf(one <= other ? one : other);
  const days = Math.min(to - from, 7 * WORKING_DAYS);
  return Array.from({ length: days }, (_, at) => (first + at + 1) % 7).filter((day) => day !== 0 && day !== SATURDAY)
    .length;
}
