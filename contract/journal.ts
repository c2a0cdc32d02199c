import { z } from 'zod';
import { call } from './call.ts';
import { dayText } from './scalars.ts';

export const journalFormats = ['csv', 'hledger', 'beancount'] as const;

export const journal = {
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
