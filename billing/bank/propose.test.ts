import { expect, test } from 'vitest';
import { addDays, type Day, day } from '../calendar.ts';
import { type Cents, cents } from '../money.ts';
import { checkDigits } from '../tax/payment-reference.ts';
import { candidatesOf, chooseProposals, type KnownMoney, type KnownPayer, type Proposal, payerOf } from './propose.ts';
import type { FileLine } from './statement.ts';

const SHOPS = 144;
const LINES = 500;
const KINDS = 11;
const FIRST = day('2026-11-02');
const NAMES = ['Amarasekara', 'Selvarajah', 'Pathirana', 'Jayawickrama', 'Kumaravel', 'Ranasinghe', 'නිමල්', 'சிவகுமார்'];
const EQUAL_RENT = 1_850_000;

type Truth =
  | { is: 'recorded'; entry: number }
  | { is: 'cash'; ids: string }
  | { is: 'cheques'; ids: string }
  | { is: 'tenancy'; tenancy: number }
  /** Nothing is to be done without a person. */
  | { is: 'nothing' };

interface Case {
  lines: FileLine[];
  known: KnownMoney;
  truths: Truth[];
}

const labelOf = (shop: string, month = '202611') => `${shop}-${month}-${checkDigits(shop + month)}`;

/** A word for each number. */
const wordOf = (at: number) => `qu${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26)).repeat(2)}`;

/** A made-up market and 500 lines of its bank, with what each of them is. */
function makeCase(seed: number): Case {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const pick = <One>(all: readonly One[]): One => all[below(all.length)] as One;
  const payers = Array.from({ length: SHOPS }, (_, at): KnownPayer => {
    const month = cents(at < 40 ? EQUAL_RENT : 1_000_000 + at * 12_345);
    const shop = `${'ABCD'[at % 4]}${1 + Math.floor(at / 4)}`;
    const bills = ['202610', '202611'].map((of) => ({ number: `${shop}-${of}`, open: month }));
    const name = `${pick(NAMES)} ${wordOf(at)} Stores`;
    return { tenancy: at + 1, shop, name, due: cents(2 * month), bills, month };
  });
  const known = {
    payers,
    payments: [] as { entry: number; tenancy: number; cents: Cents; day: Day }[],
    cash: [] as { id: string; cents: Cents; since: Day; owner: string }[],
    cheques: [] as KnownMoney['cheques'][number][],
    claims: [] as KnownMoney['claims'][number][],
    earlier: new Map<string, number>(),
  };
  const lines: FileLine[] = [];
  const truths: Truth[] = [];
  const add = (on: Day, amount: number, text: string, truth: Truth) => {
    lines.push({ line: lines.length + 2, day: on, text, number: '', cents: cents(amount), balance: null });
    truths.push(truth);
  };
  let entry = 1000;
  for (let at = 0; lines.length < LINES; at += 1) {
    const payer = payers[at % SHOPS] as KnownPayer;
    const on = addDays(FIRST, Math.floor(at / 20));
    const own: Truth = { is: 'tenancy', tenancy: payer.tenancy };
    switch ((at % SHOPS) % KINDS) {
      case 0:
        add(on, payer.month, `Inward CEFT Transfer ${labelOf(payer.shop)}`, own);
        break;
      case 1:
        entry += 1;
        known.payments.push({ entry, tenancy: payer.tenancy, cents: payer.month, day: addDays(on, -below(3)) });
        add(on, payer.month, `Online Transfer Credit ${payer.shop} rent`, { is: 'recorded', entry });
        break;
      case 2:
        // The digits of the label are swapped, or cut off, or inside a longer number.
        add(
          on,
          payer.month + 7,
          pick([
            `CEFT ${payer.shop}-${'202611'}-00`,
            `CEFT ${labelOf(payer.shop).slice(0, -4)}`,
            `CEFT 77${labelOf(payer.shop).replaceAll('-', '')}4`,
          ]),
          { is: 'nothing' },
        );
        break;
      case 3:
        add(on, payer.month, `INVCEFT ${payer.name.toUpperCase()}`, own);
        break;
      case 4:
        known.cash.push({
          id: `session ${at}`,
          cents: cents(5_000_000 + at * 100),
          since: on,
          owner: `cashier ${at % 3}`,
        });
        add(on, 5_000_000 + at * 100, 'CDM Cash deposit', { is: 'cash', ids: `session ${at}` });
        break;
      case 5: {
        const slip = Array.from({ length: 17 }, (_, piece) => {
          entry += 1;
          return {
            entry,
            cents: cents(900_000 + at * 1000 + piece),
            number: `00${entry}`,
            depositedOn: on,
            slip: `slip ${at}`,
            isMatched: false,
          };
        });
        known.cheques.push(...(at % 2 === 0 ? slip : slip.slice(0, 1)));
        const set = at % 2 === 0 ? slip : slip.slice(0, 1);
        const sum = set.reduce((total, one) => total + one.cents, 0);
        add(on, sum, 'Cheque deposit', { is: 'cheques', ids: set.map((one) => one.entry).join() });
        break;
      }
      case 6:
        add(on, 23_456_700 + at, 'INVCEFT_NA', { is: 'nothing' });
        break;
      case 7: {
        const text = `Standing order of Perumal Logistics ${wordOf(payer.tenancy)}son`;
        known.earlier.set(payerOf(text), payer.tenancy);
        add(on, payer.month, text, own);
        break;
      }
      case 8:
        add(on, -1500, 'Transfer charges', { is: 'nothing' });
        break;
      case 9:
        entry += 1;
        known.payments.push({ entry, tenancy: payer.tenancy, cents: cents(-700_000 - at), day: on });
        add(on, -700_000 - at, `Outward transfer ${payer.name}`, { is: 'recorded', entry });
        break;
      default:
        // Equal sums on one day, with no word of who paid: the amount by itself does not say it.
        add(on, EQUAL_RENT, 'Inward Ceft Transfer xxxx1234', { is: 'nothing' });
    }
  }
  return { lines, known, truths };
}

function isRight(truth: Truth, proposal: Proposal | undefined): boolean {
  if (truth.is === 'nothing') return proposal === undefined || proposal.isQuestion;
  if (proposal === undefined || proposal.isQuestion) return false;
  if (truth.is === 'recorded') return proposal.entries.join() === String(truth.entry) && proposal.tenancy === null;
  if (truth.is === 'cash') return proposal.cash.join() === truth.ids;
  if (truth.is === 'cheques') return proposal.entries.join() === truth.ids;
  return proposal.tenancy === truth.tenancy;
}

test.each([1, 2, 3, 4, 5])('of 500 lines of a bank at least 95%% are proposed rightly (seed %s)', (seed) => {
  const { lines, known, truths } = makeCase(seed);
  const proposals = chooseProposals(lines.map((line) => candidatesOf(line, known)));
  const wrong = truths.flatMap((truth, at) =>
    isRight(truth, proposals[at]?.[0]) ? [] : [{ text: lines[at]?.text, truth, proposal: proposals[at]?.[0] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(lines.length - wrong.length).toBeGreaterThanOrEqual(LINES * 0.95);
});
