/**
 * Histories of a shop as tables: one row is one entry, with the credit and the unpaid amounts after it. `when` is a day
 * in Colombo, optionally with a time (else 10:00), or an instant in UTC. By default an invoice has rent of 8,000.00, a
 * fee of 2,000.00 and 18% VAT, and is due on the 15th with a fine of 30%.
 */

import { type Day, dayOf, type Instant, instantOf, type Month, paymentInstant, startOfDay } from '../calendar.ts';
import { fold } from '../fold.ts';
import { billOf, invoiceEffectiveAt } from '../invoice.ts';
import { type Ledger, unpaidOfCharge } from '../ledger.ts';
import type { LedgerEntry, LedgerEntryId } from '../ledger-entries.ts';
import { type Cents, cents, parseRupees, writeDecimal } from '../money.ts';
import { FIRST_RENT_RULES } from '../rent-rules.ts';
import { chargeStatus, invoiceStatus } from '../status.ts';

const HEADER = ['when', 'what', 'left over', 'the months'];
const DEFAULT_TERMS = { rent: '8,000.00', fee: '2,000.00', rate: '18' };
const NAMES = { VAT: 'VAT', OperationFee: 'fee', Rent: 'rent', Other: 'other', Fine: 'fine' };

export interface LedgerStory {
  actual: string[];
  expected: string[];
  ledger: Ledger;
  entries: LedgerEntry[];
}

export function playStory(table: string): LedgerStory {
  const [header, ...rows] = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  if (header?.join() !== HEADER.join()) throw new Error(`a story needs the columns ${HEADER.join(' | ')}`);
  const shop = new Shop();
  const recorded = rows.map(([when = '', what = '']) => {
    shop.record(when, what);
    return [when, what, rupees(fold(shop.entries).balanceCents), monthsOf(fold(shop.entries))].join(' | ');
  });
  return {
    actual: recorded,
    expected: rows.map((row) => row.join(' | ')),
    ledger: fold(shop.entries),
    entries: shop.entries,
  };
}

/** Returns cents as `1,234.50`. */
export function rupees(amount: Cents): string {
  const [whole = '', fraction = ''] = writeDecimal(cents(Math.abs(amount))).split('.');
  return `${amount < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

export function amount(text: string): Cents {
  const read = parseRupees(text.replaceAll(',', ''));
  if (read === undefined) throw new Error(`no amount: ${text}`);
  return read;
}

class Shop {
  entries: LedgerEntry[] = [];
  readonly #payments = new Map<string, LedgerEntryId>();
  readonly #bills = new Map<string, LedgerEntryId>();
  #recorded = 0;

  record(when: string, what: string): void {
    this.#recorded += 1;
    const id = this.#recorded;
    const act = ACTION_PHRASES.map(({ said, kind }) => ({ kind, month: said.exec(what)?.[1] })).find(
      ({ month }) => month,
    );
    const bill = /^bill (\S+?)(?:: rent (\S+), fee (\S+), VAT (\S+) %)?(?:, due on day (\d+), fine (\S+) %)?$/.exec(
      what,
    );
    const payment = /^pays (\S+)(?: \((\w+)\))?$/.exec(what);
    const correction = /^payment (\w+) really was (\S+)$/.exec(what);
    const balance = /^the balance is set to (\S+)$/.exec(what);
    const deleted = /^(payment|bill) (\S+) is deleted$/.exec(what);
    if (act?.month) this.entries.push({ id, kind: act.kind, at: instant(when), invoiceId: this.#bill(act.month) });
    else if (bill) this.#issue(id, when, bill);
    else if (payment) {
      const [, paid = '', name] = payment;
      if (name !== undefined) this.#payments.set(name, id);
      this.entries.push({ id, kind: 'payment', at: paymentInstant(when as Day), cents: amount(paid) });
    } else if (correction) {
      const [, name = '', actual = ''] = correction;
      const paymentId = this.#payment(name);
      const difference = cents(amount(actual) - this.#recordedAs(paymentId));
      this.entries.push({ id, kind: 'correction', at: paymentInstant(when as Day), paymentId, cents: difference });
    } else if (balance) {
      const difference = cents(amount(balance[1] ?? '') - fold(this.entries).balanceCents);
      this.entries.push({ id, kind: 'balance', at: instant(when), cents: difference });
    } else if (deleted) {
      const [, kind, name = ''] = deleted;
      this.#void(kind === 'bill' ? this.#bill(name) : this.#payment(name));
    } else throw new Error(`unknown row: "${what}"`);
  }

  #issue(id: LedgerEntryId, when: string, [, month = '', rent, fee, rate, due, fine]: RegExpExecArray): void {
    const generatedAt = instant(when);
    const terms = billOf(
      { rentCents: amount(rent ?? DEFAULT_TERMS.rent), operationFeeCents: amount(fee ?? DEFAULT_TERMS.fee) },
      amount(rate ?? DEFAULT_TERMS.rate),
    );
    this.#bills.set(month, id);
    const at = invoiceEffectiveAt(month as Month, generatedAt);
    const rentDueDay = Number(due ?? FIRST_RENT_RULES.rentDueDay);
    const fineBasisPoints = fine === undefined ? FIRST_RENT_RULES.fineBasisPoints : amount(fine);
    const dates = { at, month: month as Month, generatedAt, rentDueDay };
    this.entries.push({ id, kind: 'invoice', ...dates, fineBasisPoints, ...terms });
  }

  #void(id: LedgerEntryId): void {
    this.entries = this.entries.filter((entry) => {
      const isAbout =
        ('paymentId' in entry && entry.paymentId === id) || ('invoiceId' in entry && entry.invoiceId === id);
      return entry.id !== id && !isAbout;
    });
  }

  #recordedAs(paymentId: LedgerEntryId): Cents {
    const isOfIt = (entry: LedgerEntry) =>
      entry.id === paymentId || ('paymentId' in entry && entry.paymentId === paymentId);
    return cents(this.entries.reduce((sum, entry) => sum + (isOfIt(entry) && 'cents' in entry ? entry.cents : 0), 0));
  }

  #payment(name: string): LedgerEntryId {
    const id = this.#payments.get(name);
    if (id === undefined) throw new Error(`no payment is named ${name}`);
    return id;
  }

  #bill(month: string): LedgerEntryId {
    const id = this.#bills.get(month);
    if (id === undefined) throw new Error(`no bill of ${month}`);
    return id;
  }
}

const ACTION_PHRASES = [
  { said: /^fine on (\S+)$/, kind: 'fine applied' },
  { said: /^the fine on (\S+) is removed$/, kind: 'fine removed' },
  { said: /^arrest of (\S+)$/, kind: 'invoice arrested' },
  { said: /^arrest of the fine on (\S+)$/, kind: 'fine arrested' },
] as const;

function instant(when: string): Instant {
  if (when.endsWith('Z')) return instantOf(Date.parse(when));
  const [day, time = '10:00'] = when.split(' ');
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return instantOf(Date.parse(startOfDay(day as Day)) + Math.round((hours * 3600 + minutes * 60 + seconds) * 1000));
}

function monthsOf(ledger: Ledger): string {
  return ledger.invoices
    .map((invoice) => {
      const unpaid = invoice.charges.flatMap((charge) => {
        const name = NAMES[charge.kind];
        if (unpaidOfCharge(charge) > 0) {
          return [
            `${name} ${rupees(unpaidOfCharge(charge))}${chargeStatus(charge) === 'Arrest' ? ' under arrest' : ''}`,
          ];
        }
        return charge.kind === 'Fine' ? [`fine ${rupees(charge.cents)} paid`] : [];
      });
      const head = `${invoice.month} ${invoiceStatus(invoice)}`;
      return unpaid.length > 0 ? `${head}: ${unpaid.join(', ')}` : head;
    })
    .join('; ');
}

export function fineDays(ledger: Ledger): string[] {
  return ledger.invoices.flatMap(({ charges }) =>
    charges.flatMap(({ kind, aroseAt }) => (kind === 'Fine' ? [dayOf(aroseAt)] : [])),
  );
}
