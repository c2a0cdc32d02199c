import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './scalars.ts';

export const ledger = {
  verify: call({
    method: 'GET',
    path: '/api/books/verify',
    permission: 'audit.read',
    summary:
      'Recompute the ledger of every shop, verify the audit chain, and report every difference from the stored values.',
    answer: z.object({
      is_clean: z.boolean(),
      shops: z.int(),
      facts: z.int(),
      audit_entries: z.int(),
      checked_at: instant,
      differences: z.array(z.string()),
    }),
    refusals: [],
  }),
};
