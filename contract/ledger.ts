import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './scalars.ts';

/** `failed` means that the ledgers could not be verified, so nothing is known about differences. */
export const verificationOutcomes = ['clean', 'differs', 'failed'] as const;

const verificationResult = z.object({
  ended_at: instant,
  outcome: z.enum(verificationOutcomes),
  faults: z.int(),
  /** The counts of what was checked, or the first faults, one on each line. */
  summary: z.string(),
});
export type LastVerification = z.output<typeof verificationResult>;

export const ledger = {
  lastVerification: call({
    method: 'GET',
    path: '/api/books/last-verification',
    permission: 'audit.read',
    summary: 'Get the result of the last nightly verification; null before the first one.',
    answer: z.object({ result: verificationResult.nullable() }),
    refusals: [],
  }),
  verify: call({
    method: 'GET',
    path: '/api/books/verify',
    permission: 'audit.read',
    summary:
      'Recompute the ledger of every shop, verify the audit chain, and report the first 1,000 differences from the stored values.',
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
