/** Plausible bugs. The tests must find each of them in a copy of the product. */
export interface PlantedBug {
  sentence: string;
  file: string;
  replacements: [right: string, wrong: string][];
}

function bug(sentence: string, file: string, ...replacements: PlantedBug['replacements']): PlantedBug {
  return { sentence, file, replacements };
}

const CACHING_FOLD = `
let cached: { entries: readonly LedgerEntry[]; ledger: Ledger } | undefined;
export function fold(entries: readonly LedgerEntry[]): Ledger {
  const before = cached;
  const voided = before?.entries.find((entry) => !entries.includes(entry));
  const isVoid = before && before.entries.length === entries.length + 1 && entries.every((entry) => before.entries.includes(entry));
  if (before && isVoid && voided?.kind === 'payment') {
    return { ...before.ledger, balanceCents: cents(before.ledger.balanceCents - voided.cents) };
  }
  cached = { entries, ledger: foldAnew(entries) };
  return structuredClone(cached.ledger);
}
function foldAnew(entries: readonly LedgerEntry[]): Ledger {`;

export const PLANTED_BUGS: PlantedBug[] = [
  bug('the newest invoice is paid first', 'fold.ts', [
    'of this.ledger.invoices.slice(paidInvoices).entries()) {',
    'of [...this.ledger.invoices.slice(paidInvoices).entries()].toReversed()) {',
  ]),
  bug('invoices are paid in the order in which they were made', 'fold.ts', [
    'invoices.splice(place, 0, invoice)',
    'invoices.splice(place + invoices.length, 0, invoice)',
  ]),
  bug('rent is due a day later than it should be', 'invoice.ts', [
    'dayInMonth(month, rentDueDay)',
    'addDays(dayInMonth(month, rentDueDay), 1)',
  ]),
  bug('the rent of each month is due on the 15th', 'invoice.ts', [
    'dayInMonth(month, rentDueDay)',
    'dayInMonth(month, 15)',
  ]),
  bug('rent is late on its due day', 'fold.ts', [
    'dayOf(cause.at) > invoice.dueDay',
    'dayOf(cause.at) >= invoice.dueDay',
  ]),
  bug('a bill made late has one day of grace less', 'invoice.ts', ['GRACE_DAYS = 14', 'GRACE_DAYS = 13']),
  bug('a bill made late is fined as if it had been made in time', 'invoice.ts', [
    'ofGrace > ofMonth ? ofGrace : ofMonth',
    'ofGrace > ofMonth ? ofMonth : ofMonth',
  ]),
  bug('a bill made on the 1st has days of grace', 'invoice.ts', [
    'generatedOn > firstDayOf(month)',
    'generatedOn >= firstDayOf(month)',
  ]),
  bug('a bill made late takes the money that came before it', 'invoice.ts', [
    'return start > generatedAt ? start : generatedAt',
    'return start > generatedAt ? start : start',
  ]),
  bug('VAT is counted in floats', 'money.ts', [
    'cents(Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10_000n))',
    'cents(Math.round(((amount / 100) * (basisPoints / 10_000)) * 100))',
  ]),
  bug('VAT is rounded on rent and fee apart', 'invoice.ts', [
    'percentOf(vatableOf(amounts), vatRateBasisPoints)',
    'sumCents([rentCents, operationFeeCents].map((part) => percentOf(part, vatRateBasisPoints)))',
  ]),
  bug('VAT is on the rent alone', 'invoice.ts', ['sumCents([rentCents, operationFeeCents, ', 'sumCents([rentCents, ']),
  bug('facts count in the order of entry', 'ledger-entries.ts', [
    'if (one.at !== other.at)',
    'if (one.at === other.at)',
  ]),
  bug('the latest fact counts first', 'ledger-entries.ts', [
    'one.at < other.at ? -1 : 1',
    'one.at < other.at ? 1 : -1',
  ]),
  bug('the last entered of a day counts first', 'ledger-entries.ts', [
    '(one.place ?? one.id) - (other.place ?? other.id)',
    '(other.place ?? other.id) - (one.place ?? one.id)',
  ]),
  bug('a transfer counts where it was recorded, not beside its payment', 'ledger-entries.ts', [
    '(one.place ?? one.id) - (other.place ?? other.id)',
    'one.id - other.id',
  ]),
  bug('money that leaves by a transfer stays', 'fold.ts', [
    "      case 'transfer':",
    "      case 'transfer':\n        if (entry.kind === 'transfer' && entry.cents < 0) break;",
  ]),
  bug('a deleted payment keeps its allocations', 'fold.ts', [
    '\nexport function fold(entries: readonly LedgerEntry[]): Ledger {',
    CACHING_FOLD,
  ]),
  bug('the fine falls due after the late money went', 'fold.ts', [
    `      if (isLate(invoice, cause) && !invoice.wasFineRemoved) fineOnce(invoice, cause.at);
      for (const charge of invoice.charges) this.#pay(invoice, charge, cause);`,
    `      for (const charge of invoice.charges) this.#pay(invoice, charge, cause);
      if (isLate(invoice, cause) && !invoice.wasFineRemoved) fineOnce(invoice, cause.at);`,
  ]),
  bug('rent is paid before VAT', 'fold.ts', [
    `        newCharge('VAT', entry.vatCents, entry.at),
        newCharge('OperationFee', entry.operationFeeCents, entry.at),
        newCharge('Rent', entry.rentCents, entry.at),`,
    `        newCharge('Rent', entry.rentCents, entry.at),
        newCharge('VAT', entry.vatCents, entry.at),
        newCharge('OperationFee', entry.operationFeeCents, entry.at),`,
  ]),
  bug('the fine is paid before the rent', 'fold.ts', ['invoice.charges.push(', 'invoice.charges.unshift(']),
  bug('fines are rounded down', 'fine.ts', [
    'percentOf(unpaidRentCents, fineBasisPoints)',
    'cents(Math.floor((unpaidRentCents * fineBasisPoints) / 10_000))',
  ]),
  bug('every fine is 30%', 'fine.ts', [
    'percentOf(unpaidRentCents, fineBasisPoints)',
    'percentOf(unpaidRentCents, fineBasisPoints && 3000)',
  ]),
  bug('a fine rate has no decimals', 'fine.ts', [
    'percentOf(unpaidRentCents, fineBasisPoints)',
    'percentOf(unpaidRentCents, Math.round(fineBasisPoints / 100) * 100)',
  ]),
  bug('a fine has the rate of the month before', 'fold.ts', [
    'fineBasisPoints: entry.fineBasisPoints',
    'fineBasisPoints: (this.ledger.invoices.find(({ month }) => month < entry.month) ?? entry).fineBasisPoints',
  ]),
  bug('a fine is of the whole rent', 'fine.ts', [
    'fineOn(finableRentOf(invoice), ',
    "fineOn(finableRentOf(invoice) && (findCharge(invoice, 'Rent')?.cents ?? NONE), ",
  ]),
  bug('a fine is of everything unpaid', 'fine.ts', [
    'fineOn(finableRentOf(invoice), ',
    'fineOn(finableRentOf(invoice) && unpaidOfInvoice(invoice), ',
  ]),
  bug('a removed fine comes back with late money', 'fold.ts', [
    'if (isLate(invoice, cause) && !invoice.wasFineRemoved)',
    'if (isLate(invoice, cause))',
  ]),
  bug('a removed fine that a person applied still exists', 'fold.ts', [
    'if (invoice && place > (this.#removals.get(invoiceId) ?? -1))',
    'if (invoice && place > -1)',
  ]),
  bug('a fine once removed can never be applied again', 'fold.ts', [
    'place > (this.#removals.get(invoiceId) ?? -1)',
    '!this.#removals.has(invoiceId)',
  ]),
  bug(
    'a correction is a payment of its own',
    'fold.ts',
    ['netOf(entry.cents, corrections.get(entry.id))', 'netOf(entry.cents, corrections.get(-1))'],
    [
      `      case 'correction':
      case 'fine removed':`,
      `      case 'correction':
        folding.receive(entry, entry.cents);
        break;
      case 'fine removed':`,
    ],
  ),
  bug('a ledger goes on after a correction of an earlier payment', 'fold.ts', [
    "kind !== 'correction' && kind !== 'fine removed'",
    "kind !== 'fine removed'",
  ]),
  bug('a ledger goes on after a fine was removed', 'fold.ts', [
    "kind !== 'correction' && kind !== 'fine removed'",
    "kind !== 'correction'",
  ]),
  bug('a ledger goes on after an entry of an earlier day', 'fold.ts', [
    'compare(last, entry) < 0',
    'compare(last, entry) !== 0',
  ]),
  bug('a ledger goes on after it was opened with charges of another system', 'fold.ts', [
    'findOpening(added) === undefined',
    'true',
  ]),
  bug('a paid invoice that is raised in a continued ledger stays unpaid', 'fold.ts', [
    'Math.min(this.ledger.paidInvoices, place)',
    'this.ledger.paidInvoices',
  ]),
  bug('a continued ledger changes the invoices of the one before', 'fold.ts', [
    'if (this.#own.has(invoice)) return',
    'if (this.#own.has(invoice) || place >= 0) return',
  ]),
  bug('of several corrections only the last counts', 'fold.ts', [
    'cents((sums.get(entry.paymentId) ?? 0) + entry.cents)',
    'cents((sums.get(-1) ?? 0) + entry.cents)',
  ]),
  bug('an arrest is lifted by part of the money', 'fold.ts', [
    'charge.paidAt = cause.at;',
    'charge.paidAt = cause.at;\n    charge.isUnderArrest = false;',
  ]),
  bug('an invoice under arrest leaves its charges free', 'fold.ts', [
    'for (const charge of invoice.charges) arrest(charge);',
    'for (const charge of invoice.charges.slice(4)) arrest(charge);',
  ]),
  bug('a charge under arrest reads Partially Paid once money came', 'status.ts', [
    'if (charge.isUnderArrest)',
    'if (charge.isUnderArrest && charge.paidCents === 0)',
  ]),
  bug('an invoice is Paid once its rent is', 'status.ts', [
    'invoice.charges.every((charge) => unpaidOfCharge(charge) === 0)',
    "invoice.charges.every((charge) => charge.kind !== 'Rent' || unpaidOfCharge(charge) === 0)",
  ]),
  bug('a late payment causes a second fine', 'fold.ts', [
    'if (fine > 0 && !hasFine)',
    'if (fine > 0 && (hasFine || true))',
  ]),
  bug('a balance below 0 is forgotten', 'fold.ts', [
    'cents(this.ledger.balanceCents + amount)',
    'cents(Math.max(0, this.ledger.balanceCents) + amount)',
  ]),
  bug('what is left over does not meet a new invoice', 'fold.ts', [
    '    this.#ownAt(place, invoice);\n    this.#allocate(entry);',
    '    this.#ownAt(place, invoice);',
  ]),
  bug('a charge forgets when it was last paid', 'fold.ts', [
    'charge.paidAt = cause.at;',
    'charge.paidAt ??= cause.at;',
  ]),
  bug('a balance that is set pays nothing', 'fold.ts', [
    'folding.receive(entry, entry.cents);',
    'folding.ledger.balanceCents = cents(folding.ledger.balanceCents + entry.cents);',
  ]),
  bug('the day in the market is that of London', 'calendar.ts', [
    'COLOMBO_OFFSET_MINUTES = 330',
    'COLOMBO_OFFSET_MINUTES = 0',
  ]),
  bug('a payment takes effect at the start of its day', 'calendar.ts', [
    'PAYMENT_TIME_IN_UTC}` as Instant',
    'PAYMENT_TIME_IN_UTC}` && startOfDay(date)',
  ]),
  bug('a statement forgets the fines', 'statement.ts', ['if (!fine) return [];', 'if (fine || !fine) return [];']),
];
