import { TEST_DAY, YESTERDAY } from './app-context.ts';
import type { ExampleMarket } from './example-market.ts';

type Approved = <Sent extends object>(
  make: (market: ExampleMarket) => Sent | Promise<Sent>,
) => Record<'approval_required' | 'too_many_approvals', (market: ExampleMarket) => Promise<Sent>>;

const UNKNOWN = '999999';
const STATEMENT = `Date,Description,Debit,Credit,Balance
${TEST_DAY},Inward CEFT transfer,,300.00,975.00
${TEST_DAY},CDM,,50.00,1025.00`;
const WITHOUT_BALANCE = `Date,Description,Credit\n${TEST_DAY},Inward CEFT transfer,300.00`;
const TWO_TEXTS = `Date,Description,Details,Credit\n${TEST_DAY},Inward CEFT transfer,A-12,300.00`;
const RENAMED = { name: 'Bank of the market' };
const WRONG = { reason: 'Of another account' };

const newPayment = ({ tenant }: ExampleMarket) => ({
  parts: [{ kind: 'new_payment' as const, id: Number(tenant), amount: 700 }],
});

const matching = (market: ExampleMarket) => ({ params: { id: market.bankLine }, body: newPayment(market) });

async function match({ app, ...market }: ExampleMarket): Promise<void> {
  const payload = newPayment({ app, ...market });
  await app.as('superadmin', { method: 'POST', url: `/api/bank/lines/${market.bankLine}/match`, payload });
}

/** Turns the limit off while a line is matched, so that only its undoing exceeds it. */
async function undoMatched(market: ExampleMarket) {
  const setLimit = (amount: number | null) =>
    market.app.as('superadmin', { method: 'PUT', url: '/api/settings/approval-limit', payload: { amount } });
  await setLimit(null);
  await match(market);
  await setLimit(0.01);
  return { params: { id: market.bankLine }, body: WRONG };
}

/** `approved` makes the examples of a call that may need a second person. */
export function bankExamples(approved: Approved) {
  return {
    ...accountExamples(),
    ...earlierExamples(approved),
    ...statementExamples(),
    ...lineExamples(approved),
    'bank.month': {
      example: ({ bankAccount }: ExampleMarket) => ({ params: { id: bankAccount, month: TEST_DAY.slice(0, 7) } }),
      refusals: { bank_account_not_found: () => ({ params: { id: UNKNOWN, month: '2026-11' } }) },
    },
    'bank.monthFile': {
      example: ({ bankAccount }: ExampleMarket) => ({
        params: { id: bankAccount, month: TEST_DAY.slice(0, 7) },
        query: { format: 'xlsx' as const, language: 'si' as const },
      }),
      refusals: {
        bank_account_not_found: () => ({
          params: { id: UNKNOWN, month: '2026-11' },
          query: { format: 'pdf' as const },
        }),
      },
    },
  };
}

function accountExamples() {
  return {
    'bank.accounts': { example: () => ({}), refusals: {} },
    'bank.addAccount': {
      example: () => ({ body: { name: 'Deposits', starts_on: YESTERDAY } }),
      refusals: { bank_account_exists: () => ({ body: { name: 'RENT account', starts_on: YESTERDAY } }) },
    },
    'bank.renameAccount': {
      example: ({ bankAccount }: ExampleMarket) => ({ params: { id: bankAccount }, body: RENAMED }),
      refusals: {
        bank_account_not_found: () => ({ params: { id: UNKNOWN }, body: RENAMED }),
        async bank_account_exists({ app, bankAccount }: ExampleMarket) {
          const payload = { name: 'Deposits', starts_on: YESTERDAY };
          await app.as('superadmin', { method: 'POST', url: '/api/bank/accounts', payload });
          return { params: { id: bankAccount }, body: { name: 'deposits' } };
        },
      },
    },
  };
}

function earlierExamples(approved: Approved) {
  const clearing = ({ laterAccount, transfer }: ExampleMarket) => ({
    params: { id: laterAccount },
    body: { parts: [{ kind: 'payment' as const, id: Number(transfer) }] },
  });
  return {
    'bank.earlier': {
      example: ({ bankAccount }: ExampleMarket) => ({ params: { id: bankAccount } }),
      refusals: { bank_account_not_found: () => ({ params: { id: UNKNOWN } }) },
    },
    'bank.clearEarlier': {
      example: clearing,
      refusals: {
        bank_account_not_found: ({ transfer }: ExampleMarket) => ({
          params: { id: UNKNOWN },
          body: { parts: [{ kind: 'payment' as const, id: Number(transfer) }] },
        }),
        bank_part_not_found: ({ bankAccount }: ExampleMarket) => ({
          params: { id: bankAccount },
          body: { parts: [{ kind: 'cash' as const, id: Number(UNKNOWN) }] },
        }),
        ...approved(clearing),
      },
    },
  };
}

function statementExamples() {
  return {
    'bank.statements': {
      example: ({ bankAccount }: ExampleMarket) => ({ params: { id: bankAccount } }),
      refusals: { bank_account_not_found: () => ({ params: { id: UNKNOWN } }) },
    },
    'bank.importStatement': {
      example: ({ bankAccount }: ExampleMarket) => ({
        params: { id: bankAccount },
        body: { csv: STATEMENT, name: 'november.csv', answers: {}, write: true },
      }),
      refusals: {
        bank_account_not_found: () => ({ params: { id: UNKNOWN }, body: { csv: STATEMENT } }),
        bad_csv: ({ bankAccount }: ExampleMarket) => ({
          params: { id: bankAccount },
          body: { csv: 'Some,Words\nof,another file' },
        }),
        import_unanswered: ({ bankAccount }: ExampleMarket) => ({
          params: { id: bankAccount },
          body: { csv: TWO_TEXTS, write: true },
        }),
        bank_statement_differs: ({ bankAccount }: ExampleMarket) => ({
          params: { id: bankAccount },
          body: { csv: WITHOUT_BALANCE },
        }),
      },
    },
    'bank.removeStatement': {
      example: ({ bankStatement }: ExampleMarket) => ({ params: { id: bankStatement }, body: WRONG }),
      refusals: {
        bank_statement_not_found: () => ({ params: { id: UNKNOWN }, body: WRONG }),
        bank_statement_used: ({ bankStatement }: ExampleMarket) => ({
          params: { id: String(Number(bankStatement) - 1) },
          body: WRONG,
        }),
      },
    },
  };
}

function lineExamples(approved: Approved) {
  return {
    'bank.lines': {
      example: ({ bankAccount }: ExampleMarket) => ({ params: { id: bankAccount }, query: { state: 'open' as const } }),
      refusals: { bank_account_not_found: () => ({ params: { id: UNKNOWN }, query: {} }) },
    },
    'bank.match': {
      example: matching,
      refusals: {
        bank_line_not_found: (market: ExampleMarket) => ({ ...matching(market), params: { id: UNKNOWN } }),
        bank_line_done: (market: ExampleMarket) => ({ ...matching(market), params: { id: market.ignoredLine } }),
        bank_part_not_found: ({ bankLine }: ExampleMarket) => ({
          params: { id: bankLine },
          body: { parts: [{ kind: 'payment' as const, id: Number(UNKNOWN) }] },
        }),
        bank_parts_differ: ({ bankLine, tenant }: ExampleMarket) => ({
          params: { id: bankLine },
          body: { parts: [{ kind: 'new_payment' as const, id: Number(tenant), amount: 699.99 }] },
        }),
        async bank_payment_recorded(market: ExampleMarket) {
          const payload = { amountPaid: 700, paymentDate: YESTERDAY, paymentMethod: 'Bank Transfer' };
          const url = `/api/payments/by-shop/${market.shop}`;
          await market.app.as('superadmin', { method: 'POST', url, payload });
          return matching(market);
        },
        ...approved(matching),
      },
    },
    'bank.ignore': {
      example: ({ bankLine }: ExampleMarket) => ({
        params: { id: bankLine },
        body: { kind: 'own_transfer' as const, note: 'From the deposit account' },
      }),
      refusals: {
        bank_line_not_found: () => ({ params: { id: UNKNOWN }, body: { kind: 'fee' as const } }),
        bank_line_done: ({ ignoredLine }: ExampleMarket) => ({
          params: { id: ignoredLine },
          body: { kind: 'fee' as const },
        }),
      },
    },
    'bank.undo': {
      example: ({ ignoredLine }: ExampleMarket) => ({ params: { id: ignoredLine }, body: WRONG }),
      refusals: {
        bank_line_not_found: () => ({ params: { id: UNKNOWN }, body: WRONG }),
        bank_line_open: ({ bankLine }: ExampleMarket) => ({ params: { id: bankLine }, body: WRONG }),
        ...approved(undoMatched),
      },
    },
  };
}
