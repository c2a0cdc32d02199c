import { expect, test } from 'vitest';
import { dayOf } from './calendar.ts';
import { statementOf } from './statement.ts';
import { playStory, rupees } from './testing/story.ts';

const september = '2026-09-01 | bill 2026-09';
const october = '2026-10-01 | bill 2026-10';

const statements: [sentence: string, rows: string[], lines: string[]][] = [
  ['nothing happened', [], []],
  [
    'a bill and part of it',
    [october, '2026-10-05 | pays 5,000.00'],
    ['2026-10-01 invoice 11,800.00 0.00 -11,800.00', '2026-10-05 payment 0.00 5,000.00 -6,800.00'],
  ],
  [
    'money that comes late is listed after the fine that it brings',
    [october, '2026-10-20 | pays 14,300.00'],
    [
      '2026-10-01 invoice 11,800.00 0.00 -11,800.00',
      '2026-10-20 fine 2,400.00 0.00 -14,200.00',
      '2026-10-20 payment 0.00 14,300.00 100.00',
    ],
  ],
  [
    'the fines of one late payment are listed in the order in which they fell due, the oldest month first',
    [
      '2026-09-01 | bill 2026-09: rent 100.00, fee 0.00, VAT 0 %',
      '2026-10-01 | bill 2026-10: rent 200.00, fee 0.00, VAT 0 %',
      '2026-10-20 | pays 200.00',
    ],
    [
      '2026-09-01 invoice 100.00 0.00 -100.00',
      '2026-10-01 invoice 200.00 0.00 -300.00',
      '2026-10-20 fine 30.00 0.00 -330.00',
      '2026-10-20 fine 60.00 0.00 -390.00',
      '2026-10-20 payment 0.00 200.00 -190.00',
    ],
  ],
  [
    'a bill that is fined at the very moment of its making is listed before its fine',
    ['2026-10-20 | bill 2026-10', '2026-10-20 | fine on 2026-10'],
    ['2026-10-20 invoice 11,800.00 0.00 -11,800.00', '2026-10-20 fine 2,400.00 0.00 -14,200.00'],
  ],
  [
    'what was entered late is listed on its day, a correction beside its payment',
    [october, '2026-10-05 | pays 5,000.00 (a)', '2026-09-30 | pays 100.00', '2026-10-05 | payment a really was 500.00'],
    [
      '2026-09-30 payment 0.00 100.00 100.00',
      '2026-10-01 invoice 11,800.00 0.00 -11,700.00',
      '2026-10-05 payment 0.00 5,000.00 -6,700.00',
      '2026-10-05 correction 0.00 -4,500.00 -11,200.00',
    ],
  ],
  [
    'a balance set higher is money, one set lower a charge',
    ['2026-09-01 | the balance is set to 50.00', '2026-09-02 | the balance is set to -20.00'],
    ['2026-09-01 balance 0.00 50.00 50.00', '2026-09-02 balance 70.00 0.00 -20.00'],
  ],
  [
    'a fine that was removed was never charged; arrests move nothing and are not listed',
    [
      september,
      '2026-09-16 | fine on 2026-09',
      '2026-09-17 | the fine on 2026-09 is removed',
      '2026-10-02 | arrest of 2026-09',
    ],
    ['2026-09-01 invoice 11,800.00 0.00 -11,800.00', '2026-09-17 fine removed 0.00 0.00 -11,800.00'],
  ],
];

test.each(statements)('%s', (_sentence, rows, lines) => {
  const { entries, ledger } = playStory(['when | what | left over | the months', ...rows].join('\n'));
  const actual = statementOf(entries, ledger).map(({ at, kind, chargedCents, paidCents, balanceCents }) =>
    [dayOf(at), kind, rupees(chargedCents), rupees(paidCents), rupees(balanceCents)].join(' '),
  );
  expect(actual).toEqual(lines);
});
