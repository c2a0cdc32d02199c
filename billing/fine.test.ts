import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from './calendar.ts';
import {
  fineOn,
  finesToArrest,
  invoicesToArrest,
  invoicesWithinGrace,
  invoicesWithRemovedFine,
  newFines,
  overdueInvoices,
  refuseFine,
} from './fine.ts';
import { cents } from './money.ts';
import { amount, fineDays, playStory, rupees } from './testing/story.ts';

const TABLE = 'when | what | left over | the months';
const ledgerOf = (...rows: string[]) => playStory([TABLE, ...rows].join('\n')).ledger;
const monthsOf = (invoices: readonly { month: string }[]) => invoices.map(({ month }) => month);

test.each([
  ['8,000.00', 3000, '2,400.00'],
  ['12,345.65', 3000, '3,703.70'],
  ['15,000.05', 3000, '4,500.02'],
  ['0.05', 3000, '0.02'],
  ['0.02', 3000, '0.01'],
  ['0.01', 3000, '0.00'],
  ['0.00', 3000, '0.00'],
  ['999,999,999.99', 3000, '300,000,000.00'],
  ['8,000.00', 1000, '800.00'],
  ['8,000.05', 1250, '1,000.01'],
  ['8,000.03', 1250, '1,000.00'],
  ['0.50', 1, '0.00'],
  ['50.00', 1, '0.01'],
  ['49.99', 1, '0.00'],
  ['8,000.01', 10_000, '8,000.01'],
  ['8,000.00', 0, '0.00'],
  ['999,999,999.99', 10_000, '999,999,999.99'],
])('of %s unpaid rent the fine at %i basis points is %s', (unpaid, basisPoints, fine) => {
  expect(rupees(fineOn(amount(unpaid), basisPoints))).toBe(fine);
});

test('a fine is never more than half a cent from its part of the unpaid rent', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.nat(10_000), (unpaid, basisPoints) => {
      const tooMuch = 10_000 * fineOn(cents(unpaid), basisPoints) - basisPoints * unpaid;
      expect(tooMuch).toBeGreaterThan(-5000);
      expect(tooMuch).toBeLessThanOrEqual(5000);
    }),
  );
});

test('a fine of 30% is the one that every release computed', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), (unpaid) => {
      expect(fineOn(cents(unpaid), 3000)).toBe(Math.floor((3 * unpaid + 5) / 10));
    }),
  );
});

const september = '2026-09-01 | bill 2026-09';
const early = '2026-09-01 | bill 2026-09, due on day 10, fine 12.5 %';
const earlyMadeLate = '2026-09-05 | bill 2026-09, due on day 10, fine 12.5 %';
const fineless = '2026-09-01 | bill 2026-09, due on day 15, fine 0 %';
const tiny = '2026-09-01 | bill 2026-09: rent 49.99, fee 0.00, VAT 0 %, due on day 15, fine 0.01 %';

describe('a fine applied by a person', () => {
  const refusals: [sentence: string, rows: string[], today: string, refusal: string | undefined][] = [
    ['not on the 15th', [september], '2026-09-15', 'rent not overdue'],
    ['from the 16th on', [september], '2026-09-16', undefined],
    ['also a bill made late, in its grace days', ['2026-09-14 | bill 2026-09'], '2026-09-16', undefined],
    ['not a bill of a month to come', [september], '2026-08-31', 'rent not overdue'],
    ['not one that is paid', [september, '2026-09-10 | pays 11,800.00'], '2026-09-16', 'no unpaid rent'],
    ['not one whose rent is a cent', [september, '2026-09-10 | pays 11,799.99'], '2026-09-16', 'no unpaid rent'],
    ['one whose rent is two cents', [september, '2026-09-10 | pays 11,799.98'], '2026-09-16', undefined],
    ['not twice', [september, '2026-09-16 | fine on 2026-09'], '2026-09-17', 'fine exists'],
    ['not after late money did', [september, '2026-09-16 | pays 1.00'], '2026-09-17', 'fine exists'],
    ['not when only the fine is unpaid', [september, '2026-09-16 | pays 11,800.00'], '2026-09-17', 'fine exists'],
    ['not on a due day of its own', [early], '2026-09-10', 'rent not overdue'],
    ['from the day after it', [early], '2026-09-11', undefined],
    ['also on the 28th', ['2026-02-01 | bill 2026-02, due on day 28, fine 10 %'], '2026-03-01', undefined],
    [
      'not on the 28th itself',
      ['2026-02-01 | bill 2026-02, due on day 28, fine 10 %'],
      '2026-02-28',
      'rent not overdue',
    ],
    ['not where the fine rate is 0', [fineless], '2026-09-16', 'no fine rate'],
    ['not one that is paid, whatever its rate', [early, '2026-09-10 | pays 11,800.00'], '2026-09-16', 'no unpaid rent'],
    ['not a rent that is too small for its rate', [tiny], '2026-09-16', 'no unpaid rent'],
    [
      'again after a removal',
      [september, '2026-09-16 | pays 1.00', '2026-09-17 | the fine on 2026-09 is removed'],
      '2026-09-17',
      undefined,
    ],
  ];

  test.each(refusals)('%s', (_sentence, rows, today, refusal) => {
    const invoices = ledgerOf(...rows).invoices;
    expect(invoices.map((invoice) => refuseFine(invoice, today as Day))).toEqual([refusal]);
  });
});

describe('fines applied to all invoices', () => {
  const made: [sentence: string, rows: string[], today: string, overdue: string[], withinGrace: string[]][] = [
    ['on the 15th nobody is late', [september], '2026-09-15', [], []],
    ['on the 16th an unpaid month is', [september], '2026-09-16', ['2026-09'], []],
    ['a bill of the 1st has no more grace', ['2026-09-01 23:59:59 | bill 2026-09'], '2026-09-16', ['2026-09'], []],
    ['a bill of the 2nd has one more day', ['2026-09-02 00:00 | bill 2026-09'], '2026-09-16', [], ['2026-09']],
    ['and then no more', ['2026-09-02 00:00 | bill 2026-09'], '2026-09-17', ['2026-09'], []],
    ['a bill of the 20th is within grace on the 4th', ['2026-09-20 | bill 2026-09'], '2026-10-04', [], ['2026-09']],
    ['and late on the 5th', ['2026-09-20 | bill 2026-09'], '2026-10-05', ['2026-09'], []],
    [
      'a bill of the 29th of February is in time until the 14th',
      ['2028-02-29 | bill 2028-02'],
      '2028-03-14',
      [],
      ['2028-02'],
    ],
    ['and late on the 15th of March', ['2028-02-29 | bill 2028-02'], '2028-03-15', ['2028-02'], []],
    ['on the 10th nobody is late whose rent is due on it', [early], '2026-09-10', [], []],
    ['on the 11th that month is', [early], '2026-09-11', ['2026-09'], []],
    ['a late bill with that due day is within grace from the 11th', [earlyMadeLate], '2026-09-11', [], ['2026-09']],
    ['and was not on the 10th', [earlyMadeLate], '2026-09-10', [], []],
    ['until its own due day', [earlyMadeLate], '2026-09-19', [], ['2026-09']],
    ['and not after it', [earlyMadeLate], '2026-09-20', ['2026-09'], []],
    ['a month with a fine rate of 0 is not fined', [fineless], '2026-10-20', [], []],
    [
      'each month has its own due day',
      ['2026-08-01 | bill 2026-08, due on day 28, fine 5 %', '2026-09-01 | bill 2026-09, due on day 5, fine 40 %'],
      '2026-09-06',
      ['2026-08', '2026-09'],
      [],
    ],
    ['paid rent is not fined', [september, '2026-09-15 | pays 11,800.00'], '2026-10-20', [], []],
    ['a fined one is not fined', [september, '2026-09-16 | fine on 2026-09'], '2026-10-20', [], []],
    [
      'a pardoned one is not fined',
      [september, '2026-09-16 | fine on 2026-09', '2026-09-17 | the fine on 2026-09 is removed'],
      '2026-10-20',
      [],
      [],
    ],
    [
      'every late month is, the one in time is not',
      ['2026-08-01 | bill 2026-08', september, '2026-10-01 | bill 2026-10'],
      '2026-10-15',
      ['2026-08', '2026-09'],
      [],
    ],
  ];

  test.each(made)('%s', (_sentence, rows, today, overdue, withinGrace) => {
    const ledger = ledgerOf(...rows);
    expect(monthsOf(overdueInvoices(ledger, today as Day))).toEqual(overdue);
    expect(monthsOf(invoicesWithinGrace(ledger, today as Day))).toEqual(withinGrace);
  });
});

describe('a month whose fine was removed is reported as left out', () => {
  const removed = [september, '2026-09-16 | fine on 2026-09', '2026-09-17 | the fine on 2026-09 is removed'];
  const late = ['2026-09-14 | bill 2026-09', ...removed.slice(1)];
  const months: [sentence: string, rows: string[], today: string, expected: string[]][] = [
    ['after its removal', removed, '2026-09-18', ['2026-09']],
    ['not when it never had one', [september], '2026-09-18', []],
    ['not when it was fined again', [...removed, '2026-09-18 | fine on 2026-09'], '2026-09-19', []],
    ['not when its rent is paid', [...removed, '2026-09-18 | pays 11,800.00'], '2026-09-19', []],
    ['not when a cent of its rent is left', [...removed, '2026-09-18 | pays 11,799.99'], '2026-09-19', []],
    ['not on its due day', late, '2026-09-28', []],
    ['from the day after it', late, '2026-09-29', ['2026-09']],
  ];

  test.each(months)('%s', (_sentence, rows, today, expected) => {
    expect(monthsOf(invoicesWithRemovedFine(ledgerOf(...rows), today as Day))).toEqual(expected);
  });
});

describe('the arrest actions', () => {
  const fined = [september, '2026-09-16 | fine on 2026-09'];
  const arrests: [sentence: string, rows: string[], today: string, invoices: string[], fines: string[]][] = [
    ['on the 30th of a month nothing is 30 days old', [september], '2026-09-30', [], []],
    ['on the 1st of the next the month is', [september], '2026-10-01', ['2026-09'], []],
    ['a month of 31 days is a day earlier', ['2026-10-01 | bill 2026-10'], '2026-10-31', ['2026-10'], []],
    ['February is on the 2nd of March in a leap year', ['2028-02-01 | bill 2028-02'], '2028-03-02', ['2028-02'], []],
    ['and not on the 1st', ['2028-02-01 | bill 2028-02'], '2028-03-01', [], []],
    ['a bill made late is spared until its due day', ['2026-09-29 | bill 2026-09'], '2026-10-13', [], []],
    ['and counts from the 1st after it', ['2026-09-29 | bill 2026-09'], '2026-10-14', ['2026-09'], []],
    ['a part payment does not help', [september, '2026-09-10 | pays 5,000.00'], '2026-10-01', ['2026-09'], []],
    ['a paid month is free', [september, '2026-09-10 | pays 11,800.00'], '2026-10-01', [], []],
    ['nothing is arrested twice', [september, '2026-10-01 | arrest of 2026-09'], '2026-10-02', [], []],
    ['a fine of 29 days is free', fined, '2026-10-15', ['2026-09'], []],
    ['a fine of 30 days is not', fined, '2026-10-16', ['2026-09'], ['2026-09']],
    ['nor is one that is paid', [...fined, '2026-09-20 | pays 20,000.00'], '2026-11-01', [], []],
    ['nor one under arrest', [...fined, '2026-10-16 | arrest of the fine on 2026-09'], '2026-10-17', ['2026-09'], []],
    ['nor one arrested with its invoice', [...fined, '2026-10-16 | arrest of 2026-09'], '2026-10-17', [], []],
    [
      'but one that came after the arrest of its invoice',
      [september, '2026-10-01 | arrest of 2026-09', '2026-10-02 | pays 1.00'],
      '2026-11-01',
      [],
      ['2026-09'],
    ],
  ];

  test.each(arrests)('%s', (_sentence, rows, today, invoices, fines) => {
    const ledger = ledgerOf(...rows);
    expect(monthsOf(invoicesToArrest(ledger, today as Day))).toEqual(invoices);
    expect(monthsOf(finesToArrest(ledger, today as Day))).toEqual(fines);
  });
});

describe('a write shows the fines that it adds', () => {
  const base = [
    september,
    '2026-09-15 | pays 11,800.00 (a)',
    '2026-10-01 | bill 2026-10',
    '2026-10-20 | pays 6,800.00',
  ];
  const writes: [sentence: string, rows: string[], raised: string[]][] = [
    ['none when nothing changes', [], []],
    [
      'a correction downwards moves late money to an older month, whose fine is shown',
      ['2026-09-15 | payment a really was 3,800.00'],
      ['2026-09: 2,400.00 instead of 0.00'],
    ],
    ['a payment of more lowers them, which is not shown', ['2026-10-14 | pays 6,800.00'], []],
    ['so does the deletion of a payment', ['2026-09-15 | payment a is deleted'], ['2026-09: 2,400.00 instead of 0.00']],
  ];

  test.each(writes)('%s', (_sentence, rows, raised) => {
    const found = newFines(ledgerOf(...base), ledgerOf(...base, ...rows));
    expect(
      found.map(
        ({ invoice, cents: now, previousCents }) =>
          `${invoice.month}: ${rupees(now)} instead of ${rupees(previousCents)}`,
      ),
    ).toEqual(raised);
  });

  test('a fine that grows is shown with its earlier amount, on its day', () => {
    const rows = [september, '2026-09-10 | pays 7,800.00 (a)', '2026-09-20 | pays 1.00'];
    const [raised] = newFines(ledgerOf(...rows), ledgerOf(...rows, '2026-09-10 | payment a really was 3,800.00'));
    expect(raised).toMatchObject({ previousCents: 120_000, cents: 240_000, fellDueAt: '2026-09-20T05:30:00.000Z' });
  });

  test('an older late payment moves the day of the fine', () => {
    const rows = [september, '2026-09-20 | pays 1.00'];
    expect(fineDays(ledgerOf(...rows))).toEqual(['2026-09-20']);
    expect(fineDays(ledgerOf(...rows, '2026-09-18 | pays 1.00'))).toEqual(['2026-09-18']);
  });
});
