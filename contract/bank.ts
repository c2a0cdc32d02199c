import { z } from 'zod';
import { call } from './call.ts';
import { importAnswers, importFile, importSummary, MOST_FAULTS_SHOWN, MOST_IMPORT_BYTES } from './imports.ts';
import { languages } from './languages.ts';
import { guarded } from './money-effects.ts';
import {
  dayText,
  idInBody,
  idInPath,
  instant,
  lineText,
  month,
  optionalLine,
  paidIn,
  reasonIn,
  rupeesOut,
} from './scalars.ts';
import { bankIgnoredKinds, bankLineStates, bankPartKinds, bankReasons, paymentMethods } from './words.ts';

/** The maximum number of lines in a list. */
export const MOST_BANK_LINES = 200;
/** The maximum number of parts of one line: a deposit may be the cheques of a day. */
const MOST_BANK_PARTS = 200;
/** The maximum number of amounts of the ledgers in a list that no line is matched to. */
export const MOST_UNMATCHED = 500;

/** The name of the file of a reconciliation. */
export const reconciliationTitle = 'Bank Reconciliation';

const account = z.object({
  account_id: z.int(),
  name: z.string(),
  /** Lines of earlier days are left out. */
  starts_on: dayText,
  lines: z.int(),
  /** The lines that are to be matched. */
  open: z.object({ count: z.int(), amount: rupeesOut }),
  /** The last day with a line; null without lines. */
  last_day: dayText.nullable(),
});
export type BankAccount = z.output<typeof account>;

/** A part of a line: money that the ledgers know, or a payment that is recorded with the match. */
const part = z.object({
  kind: z.enum(bankPartKinds),
  /** The number of the payment, of the entry of what was paid back, of the session or of the hand-over; for a new payment of the tenancy. */
  id: z.int(),
  /** Below 0 for money that went out. */
  amount: rupeesOut,
  /** Empty for cash, which is of no shop. */
  shop_id: z.string(),
  /** The tenant; for cash the person who took it. */
  name: z.string(),
  method: z.enum(paymentMethods).nullable(),
  cheque_number: z.string().nullable(),
  day: dayText.nullable(),
});
export type BankPart = z.output<typeof part>;

const proposal = z.object({
  reason: z.enum(bankReasons),
  /** True if a person must look: several are equally likely, or the amount does not fit. */
  is_question: z.boolean(),
  parts: z.array(part),
});
export type BankProposal = z.output<typeof proposal>;

const match = z.object({
  parts: z.array(part),
  /** The sum of the parts as the ledgers have them now. Another amount than that of the line: a payment was changed later. */
  books_amount: rupeesOut,
  ignored_as: z.enum(bankIgnoredKinds).nullable(),
  note: z.string(),
  at: instant,
  by: z.string(),
});

const line = z.object({
  line_id: z.int(),
  day: dayText,
  text: z.string(),
  /** The bank's own number; empty if its files have none. */
  number: z.string(),
  /** Above 0 for money that came in, below 0 for money that went out. */
  amount: rupeesOut,
  balance: rupeesOut.nullable(),
  state: z.enum(bankLineStates),
  /** What an open line may be, the best first. */
  proposals: z.array(proposal),
  match: match.nullable(),
});
export type BankLine = z.output<typeof line>;

const payer = z.object({
  tenancy_id: z.int(),
  shop_id: z.string(),
  tenant_name: z.string(),
  due: rupeesOut,
});
export type BankPayer = z.output<typeof payer>;

const counts = z.object({ open: z.int(), matched: z.int(), ignored: z.int() });

const statement = z.object({
  statement_id: z.int(),
  name: z.string(),
  first_day: dayText,
  last_day: dayText,
  /** The lines that it added. */
  added: z.int(),
  imported_at: instant,
  imported_by: z.string(),
});
export type BankStatement = z.output<typeof statement>;

const gap = z.object({
  day: dayText,
  /** The balance after the lines before. */
  expected: rupeesOut,
  /** The balance before the lines of the day; null if lines are missing within the day. */
  found: rupeesOut.nullable(),
});

const sums = z.object({ count: z.int(), amount: rupeesOut });

const reconciliation = z.object({
  account,
  month,
  /** The balances that the bank stated; null if its files do not state them. */
  opening: rupeesOut.nullable(),
  closing: rupeesOut.nullable(),
  in: sums,
  out: sums,
  matched: sums,
  /** Money in and money out of a kind are two sums. */
  ignored: z.array(z.object({ kind: z.enum(bankIgnoredKinds), ...sums.shape })),
  /** Lines of this month and of earlier ones that are open. */
  open: z.array(line),
  /** Matched lines whose payment was changed or voided later. */
  changed: z.array(line),
  /** Matched lines of the month whose text names another tenant than the one whose payment it is. */
  other_payer: z.array(line),
  /**
   * Matched lines of the month whose payment was recorded before, and whose text names neither its tenant nor a payer known
   * before: the amount by itself speaks for them.
   */
  by_amount: z.array(
    line.extend({
      /** The names of those who recorded the payments. */
      recorded_by: z.array(z.string()),
      /** True if the person who matched the line recorded one of the payments. */
      is_own: z.boolean(),
    }),
  ),
  gaps: z.array(gap),
  /** The balance at the beginning, plus what the ledgers have of the lines; null if the bank states no balance. */
  books: rupeesOut.nullable(),
  /** What neither open nor changed lines explain: lines that are missing. Null if the bank states no balance. */
  unexplained: rupeesOut.nullable(),
  /** What the ledgers have at a bank since the first day of the account, and no line of any account has. */
  outstanding: z.array(part),
});
export type Reconciliation = z.output<typeof reconciliation>;

const message = z.string();
const oneOf = z.object({ id: idInPath });
const ofMonth = z.object({ id: idInPath, month });
const accountName = lineText(60).min(1);
const lineAnswer = z.object({ message, line });

const partIn = z.object({
  kind: z.enum(bankPartKinds),
  id: idInBody,
  /** Only of a new payment. */
  amount: paidIn.optional(),
});

export const bank = {
  accounts: call({
    method: 'GET',
    path: '/api/bank/accounts',
    permission: 'shifts.all',
    summary: 'List the bank accounts of the market, with the number of lines that are to be matched.',
    answer: z.array(account),
    refusals: [],
  }),
  addAccount: call({
    method: 'POST',
    path: '/api/bank/accounts',
    permission: 'books.write',
    writes: 'once',
    summary: 'Add a bank account. Lines of its statements before starts_on are left out.',
    body: z.object({ name: accountName, starts_on: dayText }),
    answer: z.object({
      message,
      account,
      earlier: z.int().meta({ description: 'The number of items of `earlier`, which the bank may have had by then' }),
    }),
    refusals: ['bank_account_exists'],
  }),
  earlier: call({
    method: 'GET',
    path: '/api/bank/accounts/:id/earlier',
    permission: 'shifts.all',
    summary:
      'List what was received before the first day of a bank account and is not recorded as at the bank: cheques, electronic ' +
      'payments, counted cash. No line of the account will name it.',
    params: oneOf,
    answer: z.object({ account, parts: z.array(part) }),
    refusals: ['bank_account_not_found'],
  }),
  clearEarlier: call({
    method: 'POST',
    path: '/api/bank/accounts/:id/earlier',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record that the bank had this money on the day before the first day of the account. All or none are recorded. Own ' +
      'money counts towards the approval limit.',
    params: oneOf,
    body: z.object({
      parts: z
        .array(z.object({ kind: z.enum(bankPartKinds).extract(['payment', 'cash', 'gate_cash']), id: idInBody }))
        .min(1)
        .max(MOST_UNMATCHED),
    }),
    answer: z.object({ message, count: z.int() }),
    refusals: ['bank_account_not_found', 'bank_part_not_found', ...guarded],
  }),
  renameAccount: call({
    method: 'PUT',
    path: '/api/bank/accounts/:id',
    permission: 'books.write',
    writes: 'once',
    summary: 'Change the name of a bank account.',
    params: oneOf,
    body: z.object({ name: accountName }),
    answer: z.object({ message, account }),
    refusals: ['bank_account_not_found', 'bank_account_exists'],
  }),
  statements: call({
    method: 'GET',
    path: '/api/bank/accounts/:id/statements',
    permission: 'shifts.all',
    summary: 'List the last 100 imported statements of a bank account, newest first.',
    params: oneOf,
    answer: z.array(statement),
    refusals: ['bank_account_not_found'],
  }),
  importStatement: call({
    method: 'POST',
    path: '/api/bank/accounts/:id/statements',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Import a statement of a bank account from CSV. Columns are recognised by their headings. A line that is stored ' +
      'is not added again. Nothing is saved unless write is true, and nothing while a question is open, a line is ' +
      'faulty, or the balances do not add up.',
    maxBodyBytes: MOST_IMPORT_BYTES,
    params: oneOf,
    body: z.object({
      csv: importFile,
      name: optionalLine(200).optional(),
      answers: importAnswers,
      write: z.boolean().optional(),
    }),
    answer: z.object({
      ...importSummary,
      opening: rupeesOut.nullable(),
      closing: rupeesOut.nullable(),
      first_day: dayText.nullable(),
      last_day: dayText.nullable(),
      in: sums,
      out: sums,
      rows: z
        .array(
          z.object({
            line: z.int(),
            day: dayText,
            text: z.string(),
            amount: rupeesOut,
            status: z.enum(['added', 'unchanged']),
          }),
        )
        .meta({ description: `The first ${MOST_FAULTS_SHOWN} lines and what becomes of each` }),
    }),
    refusals: ['bank_account_not_found', 'bad_csv', 'import_unanswered', 'bank_statement_differs'],
  }),
  removeStatement: call({
    method: 'POST',
    path: '/api/bank/statements/:id/remove',
    permission: 'books.write',
    writes: 'once',
    summary: 'Remove the lines that a statement added, because it is of another account. Refused once one is matched.',
    params: oneOf,
    body: z.object({ reason: reasonIn }),
    answer: z.object({ message }),
    refusals: ['bank_statement_not_found', 'bank_statement_used'],
  }),
  lines: call({
    method: 'GET',
    path: '/api/bank/accounts/:id/lines',
    permission: 'shifts.all',
    summary:
      `List ${MOST_BANK_LINES} lines of a bank account: the oldest open ones with what each may be, or the newest ` +
      'matched or ignored ones; also what the ledgers have and no line is matched to, and who can pay.',
    params: oneOf,
    query: z.object({ state: z.enum(bankLineStates).default('open') }),
    answer: z.object({
      account,
      counts,
      lines: z.array(line),
      recorded: z.array(part),
      payers: z.array(payer),
    }),
    refusals: ['bank_account_not_found'],
  }),
  match: call({
    method: 'POST',
    path: '/api/bank/lines/:id/match',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record what a line of a bank account is: money that the ledgers know, which is then at the bank on the day of the ' +
      'line, or new payments. The parts are the amount of the line. Own payments and cash count towards the approval ' +
      'limit, unless somebody else imported the statement.',
    params: oneOf,
    body: z.object({
      parts: z.array(partIn).min(1).max(MOST_BANK_PARTS),
      /** Records a new payment although an equal one was recorded by hand, which no line is matched to. */
      although_recorded: z.boolean().optional(),
    }),
    answer: lineAnswer,
    refusals: [
      'bank_line_not_found',
      'bank_line_done',
      'bank_parts_differ',
      'bank_part_not_found',
      'bank_payment_recorded',
      ...guarded,
    ],
  }),
  ignore: call({
    method: 'POST',
    path: '/api/bank/lines/:id/ignore',
    permission: 'books.write',
    writes: 'once',
    summary: 'Record that a line of a bank account has nothing to do with tenants.',
    params: oneOf,
    body: z.object({ kind: z.enum(bankIgnoredKinds), note: optionalLine(200).default('') }),
    answer: lineAnswer,
    refusals: ['bank_line_not_found', 'bank_line_done'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/bank/lines/:id/undo',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Open a line of a bank account again. Payments that were recorded with its match become void; others are to be ' +
      'confirmed, cleared or banked again. A returned cheque stays returned.',
    params: oneOf,
    body: z.object({ reason: reasonIn }),
    answer: lineAnswer,
    refusals: ['bank_line_not_found', 'bank_line_open', ...guarded],
  }),
  month: call({
    method: 'GET',
    path: '/api/bank/accounts/:id/months/:month',
    permission: 'shifts.all',
    summary:
      'Get the reconciliation of a bank account at the end of a month: the bank, the ledgers and each difference.',
    params: ofMonth,
    answer: reconciliation,
    refusals: ['bank_account_not_found'],
  }),
  monthFile: call({
    method: 'GET',
    path: '/api/bank/accounts/:id/months/:month/file',
    permission: 'shifts.all',
    summary: 'Get the reconciliation of a bank account with all lines of the month as PDF or XLSX.',
    params: ofMonth,
    query: z.object({ format: z.enum(['pdf', 'xlsx']), language: z.enum(languages).optional() }),
    answer: z.string(),
    file: ['pdf', 'xlsx'],
    acceptsDownloadToken: true,
    refusals: ['bank_account_not_found'],
  }),
};
