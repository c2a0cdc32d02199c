import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { dayText, optionalLine } from './scalars.ts';

export const journalFormats = ['csv', 'hledger', 'beancount'] as const;

/** An account of the journal as an address has it: `drawers`, `receivables`, `bank-3`. */
const accountInPath = z.string().regex(/^([a-z_]{1,40}|bank-[1-9]\d{0,14})$/, inputMessage('input.id'));

const account = z.object({
  account: z.string(),
  name: z.string(),
  default_name: z.string(),
  bank: z.string().nullable().meta({ description: 'The name of the bank account, if it is one' }),
  /** An account that closed months have keeps its name. */
  is_closed: z.boolean(),
});
export type NamedAccount = z.output<typeof account>;

export const journal = {
  accounts: call({
    method: 'GET',
    path: '/api/journal/accounts',
    permission: 'reports.read',
    scope: 'journal',
    summary: 'List the accounts of the journal with their names.',
    answer: z.array(account),
    refusals: [],
  }),
  setAccount: call({
    method: 'PUT',
    path: '/api/journal/accounts/:account',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Name an account of the journal as the accounting program knows it; an empty name is the default. Accounts may have ' +
      'one name in common. An account that closed months have keeps its name.',
    params: z.object({ account: accountInPath }),
    body: z.object({ account_name: optionalLine(100) }),
    answer: z.object({ message: z.string(), account }),
    refusals: ['journal_account_not_found', 'journal_account_closed'],
  }),
  file: call({
    method: 'GET',
    path: '/api/journal',
    permission: 'reports.read',
    scope: 'journal',
    summary:
      'Get the journal of some days for an accounting program: each ledger entry and each movement of money as a balanced ' +
      'entry, with the balances before the first day and at the end of each month. It is refused if it does not agree with ' +
      'the ledgers and the places of money.',
    query: z.object({ from: dayText, to: dayText, format: z.enum(journalFormats).default('csv') }),
    answer: z.string(),
    file: journalFormats,
    refusals: ['journal_differs'],
  }),
};
