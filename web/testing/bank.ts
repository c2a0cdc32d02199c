import { type BankAccount, type BankLine, type BankPart, bank } from '#contract/bank.ts';

export const BANK_LINES = 'GET /api/bank/accounts/1/lines?state=open';

export const testBankPart = {
  kind: 'payment',
  id: 31,
  amount: 700,
  shop_id: 'A-1',
  name: 'Nimal Perera',
  method: 'Bank Transfer',
  cheque_number: null,
  day: '2026-11-12' as BankPart['day'],
} satisfies BankPart;

export function testBankLine(more: Partial<BankLine> = {}): BankLine {
  return {
    line_id: 11,
    day: '2026-11-12' as BankLine['day'],
    text: 'Inward CEFT A-1',
    number: '',
    amount: 700,
    balance: null,
    state: 'open',
    proposals: [{ reason: 'recorded', is_question: false, parts: [testBankPart] }],
    match: null,
    ...more,
  };
}

export function testBankAccount(more: Partial<BankAccount> = {}): BankAccount {
  return bank.accounts.answer.element.parse({
    account_id: 1,
    name: 'Rent account',
    starts_on: '2026-11-01',
    lines: 2,
    open: { count: 2, amount: 700 },
    last_day: '2026-11-12',
    ...more,
  });
}

type Given = Partial<Pick<ReturnType<(typeof bank.lines.answer)['parse']>, 'recorded' | 'payers'>>;

export function answerBankLines(lines: readonly BankLine[], { recorded = [testBankPart], payers = [] }: Given = {}) {
  const account = testBankAccount({ lines: lines.length, open: { count: lines.length, amount: 700 } });
  const counts = { open: lines.length, matched: 0, ignored: 0 };
  return Response.json(bank.lines.answer.parse({ account, counts, lines, recorded, payers }));
}
