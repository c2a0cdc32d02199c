import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playStory } from './testing/story.ts';

/** Columns and rows are explained in testing/story.ts. */
const stories: [sentence: string, table: string][] = [
  [
    'money fills VAT, then the fee, then the rent, and the rest is left over',
    `
    when       | what         | left over | the months
    2026-10-01 | bill 2026-10 | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-05 | pays 1,000.00 | 0.00     | 2026-10 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00
    2026-10-06 | pays 1,800.00 | 0.00     | 2026-10 Partially Paid: fee 1,000.00, rent 8,000.00
    2026-10-07 | pays 1,000.01 | 0.00     | 2026-10 Partially Paid: rent 7,999.99
    2026-10-15 | pays 8,000.00 | 0.01     | 2026-10 Paid`,
  ],
  [
    'the oldest month is paid first, its fine included, before the next one sees a cent',
    `
    when       | what           | left over | the months
    2026-09-01 | bill 2026-09   | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-01 | bill 2026-10   | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-05 | pays 12,000.00 | 0.00 | 2026-09 Partially Paid: fine 2,200.00; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-06 | pays 2,200.00  | 0.00 | 2026-09 Paid: fine 2,400.00 paid; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-07 | pays 3,000.00  | 0.00 | 2026-09 Paid: fine 2,400.00 paid; 2026-10 Partially Paid: fee 800.00, rent 8,000.00`,
  ],
  [
    'the oldest month is the oldest month, not the one billed first',
    `
    when       | what          | left over | the months
    2026-10-01 | bill 2026-10  | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-02 | bill 2026-09  | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-05 | pays 11,800.00 | 0.00 | 2026-09 Paid; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00`,
  ],
  [
    'VAT is rounded half up, once, on rent and fee together',
    `
    when       | what                                                | left over | the months
    2026-07-01 | bill 2026-07: rent 8,000.00, fee 2,000.25, VAT 18 % | 0.00 | 2026-07 Unpaid: VAT 1,800.05, fee 2,000.25, rent 8,000.00
    2026-07-02 | pays 11,800.30 | 0.00 | 2026-07 Paid
    2026-08-01 | bill 2026-08: rent 8,000.15, fee 2,000.15, VAT 15 % | 0.00 | 2026-07 Paid; 2026-08 Unpaid: VAT 1,500.05, fee 2,000.15, rent 8,000.15
    2026-08-02 | pays 11,500.35 | 0.00 | 2026-07 Paid; 2026-08 Paid
    2026-09-01 | bill 2026-09: rent 10,001.00, fee 0.00, VAT 17.5 % | 0.00 | 2026-07 Paid; 2026-08 Paid; 2026-09 Unpaid: VAT 1,750.18, rent 10,001.00`,
  ],
  [
    'a charge of nothing is paid from the start, and a bill of nothing too',
    `
    when       | what                                               | left over | the months
    2026-09-01 | bill 2026-09: rent 0.00, fee 0.00, VAT 18 %        | 0.00 | 2026-09 Paid
    2026-10-01 | bill 2026-10: rent 8,000.00, fee 0.00, VAT 0 %     | 0.00 | 2026-09 Paid; 2026-10 Unpaid: rent 8,000.00`,
  ],
  [
    'the fine falls due before the late money goes to the bill',
    `
    when       | what           | left over | the months
    2026-10-01 | bill 2026-10   | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-20 | pays 5,000.00  | 0.00 | 2026-10 Partially Paid: rent 6,800.00, fine 2,400.00
    2026-10-21 | pays 6,800.00  | 0.00 | 2026-10 Partially Paid: fine 2,400.00
    2026-10-22 | pays 2,500.00  | 100.00 | 2026-10 Paid: fine 2,400.00 paid`,
  ],
  [
    'a payment on the 15th is in time',
    `
    when       | what           | left over | the months
    2026-10-01 | bill 2026-10   | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-15 | pays 11,799.00 | 0.00 | 2026-10 Partially Paid: rent 1.00
    2026-10-16 | pays 1.00      | 0.00 | 2026-10 Partially Paid: fine 0.30`,
  ],
  [
    'a payment on the 16th is late',
    `
    when       | what           | left over | the months
    2026-10-01 | bill 2026-10   | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-16 | pays 11,800.00 | 0.00 | 2026-10 Partially Paid: fine 2,400.00`,
  ],
  [
    'each invoice has the due day and the fine rate of its month',
    `
    when       | what           | left over | the months
    2026-09-01 | bill 2026-09, due on day 10, fine 12.5 % | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-09-10 | pays 5,000.00  | 0.00 | 2026-09 Partially Paid: rent 6,800.00
    2026-09-11 | pays 10.00     | 0.00 | 2026-09 Partially Paid: rent 6,790.00, fine 850.00
    2026-10-01 | bill 2026-10, due on day 20, fine 0 % | 0.00 | 2026-09 Partially Paid: rent 6,790.00, fine 850.00; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-21 | pays 8,640.00  | 0.00 | 2026-09 Paid: fine 850.00 paid; 2026-10 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00
    2026-10-22 | fine on 2026-10 | 0.00 | 2026-09 Paid: fine 850.00 paid; 2026-10 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00`,
  ],
  [
    'rent of one cent is too little for a fine, rent of two is not',
    `
    when       | what           | left over | the months
    2026-09-01 | bill 2026-09   | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-09-15 | pays 11,799.99 | 0.00 | 2026-09 Partially Paid: rent 0.01
    2026-09-16 | pays 0.01      | 0.00 | 2026-09 Paid
    2026-10-01 | bill 2026-10   | 0.00 | 2026-09 Paid; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-15 | pays 11,799.98 | 0.00 | 2026-09 Paid; 2026-10 Partially Paid: rent 0.02
    2026-10-16 | pays 0.02      | 0.00 | 2026-09 Paid; 2026-10 Partially Paid: fine 0.01`,
  ],
  [
    'fines are rounded half up',
    `
    when       | what                                                | left over | the months
    2026-09-01 | bill 2026-09: rent 12,345.65, fee 0.00, VAT 0 %     | 0.00 | 2026-09 Unpaid: rent 12,345.65
    2026-09-16 | fine on 2026-09 | 0.00 | 2026-09 Unpaid: rent 12,345.65, fine 3,703.70
    2026-09-17 | pays 16,049.35  | 0.00 | 2026-09 Paid: fine 3,703.70 paid
    2026-10-01 | bill 2026-10: rent 15,000.05, fee 0.00, VAT 0 %     | 0.00 | 2026-09 Paid: fine 3,703.70 paid; 2026-10 Unpaid: rent 15,000.05
    2026-10-16 | fine on 2026-10 | 0.00 | 2026-09 Paid: fine 3,703.70 paid; 2026-10 Unpaid: rent 15,000.05, fine 4,500.02`,
  ],
  [
    'a balance set in the last second of the 15th is in time',
    `
    when       | what         | left over | the months
    2026-10-01 | bill 2026-10 | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-15T18:29:59.999Z | the balance is set to 4,000.00 | 0.00 | 2026-10 Partially Paid: rent 7,800.00`,
  ],
  [
    'a balance set at midnight after the 15th is late',
    `
    when       | what         | left over | the months
    2026-10-01 | bill 2026-10 | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-15T18:30:00.000Z | the balance is set to 4,000.00 | 0.00 | 2026-10 Partially Paid: rent 7,800.00, fine 2,400.00`,
  ],
  [
    'a bill made at midnight of the 2nd in the market has one more day of grace than one made a moment before',
    `
    when       | what         | left over | the months
    2026-10-01T18:29:59.999Z | bill 2026-10 | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-16 | pays 3,800.00 | 0.00 | 2026-10 Partially Paid: rent 8,000.00, fine 2,400.00
    2026-10-16 | bill 2026-10 is deleted | 3,800.00 |
    2026-10-01T18:30:00.000Z | bill 2026-10 | 0.00 | 2026-10 Partially Paid: rent 8,000.00`,
  ],
  [
    'a bill made on the 20th is due 14 days later, on the 3rd of the next month',
    `
    when       | what          | left over | the months
    2026-10-20 | bill 2026-10  | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-11-03 | pays 3,800.00 | 0.00 | 2026-10 Partially Paid: rent 8,000.00
    2026-11-04 | pays 1,000.00 | 0.00 | 2026-10 Partially Paid: rent 7,000.00, fine 2,400.00`,
  ],
  [
    'a forgotten month billed months later takes the credit and brings no fine',
    `
    when       | what           | left over | the months
    2026-08-01 | bill 2026-08   | 0.00 | 2026-08 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-08-10 | pays 11,800.00 | 0.00 | 2026-08 Paid
    2026-10-01 | bill 2026-10   | 0.00 | 2026-08 Paid; 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-12 | pays 12,800.00 | 1,000.00 | 2026-08 Paid; 2026-10 Paid
    2026-11-20 | bill 2026-09   | 0.00 | 2026-08 Paid; 2026-09 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00; 2026-10 Paid
    2026-12-04 | pays 800.00    | 0.00 | 2026-08 Paid; 2026-09 Partially Paid: fee 2,000.00, rent 8,000.00; 2026-10 Paid
    2026-12-05 | pays 2,000.00  | 0.00 | 2026-08 Paid; 2026-09 Partially Paid: rent 8,000.00, fine 2,400.00; 2026-10 Paid`,
  ],
  [
    'what is left over meets a bill on the first of its month, also when the bill was made before',
    `
    when       | what           | left over | the months
    2026-09-25 | bill 2026-10   | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-09-20 | pays 12,000.00 | 200.00 | 2026-10 Paid
    2026-11-01 | bill 2026-11   | 0.00 | 2026-10 Paid; 2026-11 Partially Paid: VAT 1,600.00, fee 2,000.00, rent 8,000.00`,
  ],
  [
    'a bill takes all that was paid ahead, and the months after it too',
    `
    when       | what           | left over | the months
    2026-09-20 | pays 30,000.00 | 30,000.00 |
    2026-10-01 | bill 2026-10   | 18,200.00 | 2026-10 Paid
    2026-11-01 | bill 2026-11   | 6,400.00  | 2026-10 Paid; 2026-11 Paid
    2026-12-01 | bill 2026-12   | 0.00      | 2026-10 Paid; 2026-11 Paid; 2026-12 Partially Paid: rent 5,400.00`,
  ],
  [
    'a balance set below 0 is a debt that the next money fills first',
    `
    when       | what                             | left over | the months
    2026-10-01 | bill 2026-10                     | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-02 | the balance is set to -5,000.00  | -5,000.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-03 | pays 4,000.00                    | -1,000.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-04 | pays 1,000.00                    | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-05 | pays 1,000.00                    | 0.00      | 2026-10 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00`,
  ],
  [
    'late money that only fills a debt reaches no bill and brings no fine',
    `
    when       | what                             | left over | the months
    2026-10-01 | bill 2026-10                     | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-02 | the balance is set to -5,000.00  | -5,000.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-20 | pays 5,000.00                    | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-21 | pays 0.01                        | 0.00      | 2026-10 Partially Paid: VAT 1,799.99, fee 2,000.00, rent 8,000.00, fine 2,400.00`,
  ],
  [
    'a balance set lower takes away what was left over, and set again gives it back',
    `
    when       | what                            | left over | the months
    2026-09-20 | pays 500.00                     | 500.00    |
    2026-09-21 | the balance is set to 120.50    | 120.50    |
    2026-09-22 | the balance is set to 500.00    | 500.00    |
    2026-10-01 | bill 2026-10                    | 0.00      | 2026-10 Partially Paid: VAT 1,300.00, fee 2,000.00, rent 8,000.00`,
  ],
  [
    'an in-time payment entered after a fine voids it, and deleting that payment brings it back',
    `
    when       | what                    | left over | the months
    2026-10-01 | bill 2026-10            | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-16 | fine on 2026-10         | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00, fine 2,400.00
    2026-10-15 | pays 11,800.00 (a)      | 0.00 | 2026-10 Paid
    2026-10-17 | payment a is deleted    | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00, fine 2,400.00`,
  ],
  [
    'an in-time payment of a part, entered later, makes the fine smaller',
    `
    when       | what                 | left over | the months
    2026-10-01 | bill 2026-10         | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-20 | pays 1,800.00        | 0.00 | 2026-10 Partially Paid: fee 2,000.00, rent 8,000.00, fine 2,400.00
    2026-10-10 | pays 7,800.00        | 0.00 | 2026-10 Partially Paid: rent 2,200.00, fine 1,200.00`,
  ],
  [
    'an older late payment entered later moves the fine to its own day',
    `
    when       | what                 | left over | the months
    2026-10-01 | bill 2026-10         | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-10 | pays 5,800.00        | 0.00 | 2026-10 Partially Paid: rent 6,000.00
    2026-10-25 | pays 1,000.00        | 0.00 | 2026-10 Partially Paid: rent 5,000.00, fine 1,800.00
    2026-10-18 | pays 1,000.00        | 0.00 | 2026-10 Partially Paid: rent 4,000.00, fine 1,800.00`,
  ],
  [
    'of two payments in the same month the later brings no second fine',
    `
    when       | what                 | left over | the months
    2026-10-01 | bill 2026-10         | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-16 | pays 3,800.00        | 0.00 | 2026-10 Partially Paid: rent 8,000.00, fine 2,400.00
    2026-11-16 | pays 1,000.00        | 0.00 | 2026-10 Partially Paid: rent 7,000.00, fine 2,400.00`,
  ],
  [
    'one late payment fines every month that it reaches, and no other',
    `
    when       | what            | left over | the months
    2026-08-01 | bill 2026-08: rent 100.00, fee 0.00, VAT 0 % | 0.00 | 2026-08 Unpaid: rent 100.00
    2026-09-01 | bill 2026-09: rent 200.00, fee 0.00, VAT 0 % | 0.00 | 2026-08 Unpaid: rent 100.00; 2026-09 Unpaid: rent 200.00
    2026-10-01 | bill 2026-10: rent 400.00, fee 0.00, VAT 0 % | 0.00 | 2026-08 Unpaid: rent 100.00; 2026-09 Unpaid: rent 200.00; 2026-10 Unpaid: rent 400.00
    2026-10-20 | pays 130.01     | 0.00 | 2026-08 Paid: fine 30.00 paid; 2026-09 Partially Paid: rent 199.99, fine 60.00; 2026-10 Unpaid: rent 400.00`,
  ],
  [
    'money that ends exactly with a month does not fine the next',
    `
    when       | what            | left over | the months
    2026-09-01 | bill 2026-09: rent 200.00, fee 0.00, VAT 0 % | 0.00 | 2026-09 Unpaid: rent 200.00
    2026-10-01 | bill 2026-10: rent 400.00, fee 0.00, VAT 0 % | 0.00 | 2026-09 Unpaid: rent 200.00; 2026-10 Unpaid: rent 400.00
    2026-10-20 | pays 260.00     | 0.00 | 2026-09 Paid: fine 60.00 paid; 2026-10 Unpaid: rent 400.00`,
  ],
  [
    'what was paid to a fine flows on when it is removed, and late money brings none back',
    `
    when       | what                          | left over | the months
    2026-10-01 | bill 2026-10                  | 0.00      | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-20 | pays 14,000.00                | 0.00      | 2026-10 Partially Paid: fine 200.00
    2026-10-25 | the fine on 2026-10 is removed | 2,200.00 | 2026-10 Paid
    2026-11-01 | bill 2026-11                  | 0.00      | 2026-10 Paid; 2026-11 Partially Paid: fee 1,600.00, rent 8,000.00`,
  ],
  [
    'after a removal only a decision brings a fine again, of the rent unpaid at its own moment',
    `
    when       | what                           | left over | the months
    2026-10-01 | bill 2026-10                   | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-17 | fine on 2026-10                | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00, fine 2,400.00
    2026-10-18 | the fine on 2026-10 is removed | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-19 | pays 4,800.00                  | 0.00 | 2026-10 Partially Paid: rent 7,000.00
    2026-10-20 | fine on 2026-10                | 0.00 | 2026-10 Partially Paid: rent 7,000.00, fine 2,100.00
    2026-10-21 | pays 1,000.00                  | 0.00 | 2026-10 Partially Paid: rent 6,000.00, fine 2,100.00
    2026-10-22 | the fine on 2026-10 is removed | 0.00 | 2026-10 Partially Paid: rent 6,000.00`,
  ],
  [
    'a corrected payment is the payment that it really was, at its own place',
    `
    when       | what                          | left over | the months
    2026-10-01 | bill 2026-10                  | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-15 | pays 11,800.00 (a)            | 0.00 | 2026-10 Paid
    2026-10-15 | payment a really was 1,180.00 | 0.00 | 2026-10 Partially Paid: VAT 620.00, fee 2,000.00, rent 8,000.00
    2026-10-20 | pays 620.00                   | 0.00 | 2026-10 Partially Paid: fee 2,000.00, rent 8,000.00, fine 2,400.00
    2026-10-15 | payment a really was 11,180.00 | 0.00 | 2026-10 Partially Paid: fine 186.00
    2026-10-15 | payment a really was 0.00     | 0.00 | 2026-10 Partially Paid: VAT 1,180.00, fee 2,000.00, rent 8,000.00, fine 2,400.00
    2026-10-21 | payment a is deleted          | 0.00 | 2026-10 Partially Paid: VAT 1,180.00, fee 2,000.00, rent 8,000.00, fine 2,400.00`,
  ],
  [
    'an arrest moves no money, outlasts part payments and ends with the last cent',
    `
    when       | what            | left over | the months
    2026-09-01 | bill 2026-09    | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-09-10 | pays 1,800.00   | 0.00 | 2026-09 Partially Paid: fee 2,000.00, rent 8,000.00
    2026-10-01 | arrest of 2026-09 | 0.00 | 2026-09 Arrears: fee 2,000.00 under arrest, rent 8,000.00 under arrest
    2026-10-02 | pays 3,000.00   | 0.00 | 2026-09 Arrears: rent 7,000.00 under arrest, fine 2,400.00
    2026-11-01 | arrest of the fine on 2026-09 | 0.00 | 2026-09 Arrears: rent 7,000.00 under arrest, fine 2,400.00 under arrest
    2026-11-02 | pays 8,000.00   | 0.00 | 2026-09 Arrears: fine 1,400.00 under arrest
    2026-11-03 | pays 1,400.00   | 0.00 | 2026-09 Paid: fine 2,400.00 paid`,
  ],
  [
    'an arrest of what an older payment had paid arrests nothing, and deleting that payment lets it stand',
    `
    when       | what              | left over | the months
    2026-09-01 | bill 2026-09      | 0.00 | 2026-09 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-01 | arrest of 2026-09 | 0.00 | 2026-09 Arrears: VAT 1,800.00 under arrest, fee 2,000.00 under arrest, rent 8,000.00 under arrest
    2026-09-12 | pays 3,000.00 (a) | 0.00 | 2026-09 Arrears: fee 800.00 under arrest, rent 8,000.00 under arrest
    2026-09-13 | pays 8,800.00 (b) | 0.00 | 2026-09 Paid
    2026-10-02 | payment b is deleted | 0.00 | 2026-09 Arrears: fee 800.00 under arrest, rent 8,000.00 under arrest`,
  ],
  [
    'a deleted bill gives its money on, and its month may be billed again without its old fines',
    `
    when       | what                    | left over | the months
    2026-10-01 | bill 2026-10            | 0.00 | 2026-10 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2026-10-10 | pays 4,000.00           | 0.00 | 2026-10 Partially Paid: rent 7,800.00
    2026-10-16 | fine on 2026-10         | 0.00 | 2026-10 Partially Paid: rent 7,800.00, fine 2,340.00
    2026-10-17 | bill 2026-10 is deleted | 4,000.00 |
    2026-10-18 | bill 2026-10            | 0.00 | 2026-10 Partially Paid: rent 7,800.00
    2026-11-01 | pays 100.00             | 0.00 | 2026-10 Partially Paid: rent 7,700.00`,
  ],
  [
    'February of a leap year is due on the 15th, and a bill made on the 29th on the 14th of March',
    `
    when       | what           | left over | the months
    2028-02-29 | bill 2028-02   | 0.00 | 2028-02 Unpaid: VAT 1,800.00, fee 2,000.00, rent 8,000.00
    2028-03-14 | pays 3,800.00  | 0.00 | 2028-02 Partially Paid: rent 8,000.00
    2028-03-15 | pays 1.00      | 0.00 | 2028-02 Partially Paid: rent 7,999.00, fine 2,400.00`,
  ],
  [
    'a payment of the last day of a month takes effect before the bill of the next, one of the first after it',
    `
    when       | what           | left over | the months
    2028-02-29 | pays 1,000.00  | 1,000.00 |
    2028-03-01 | bill 2028-03   | 0.00 | 2028-03 Partially Paid: VAT 800.00, fee 2,000.00, rent 8,000.00
    2028-03-01 | pays 800.00    | 0.00 | 2028-03 Partially Paid: fee 2,000.00, rent 8,000.00
    2028-12-31 | pays 2,000.00  | 0.00 | 2028-03 Partially Paid: rent 8,000.00, fine 2,400.00`,
  ],
];

describe.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Colombo'])('on a machine in %s', (zone) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test.each(stories)('%s', (_sentence, table) => {
    const { actual, expected } = playStory(table);
    expect(actual).toEqual(expected);
  });
});
