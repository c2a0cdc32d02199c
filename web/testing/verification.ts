import { type LastVerification, ledger } from '#contract/ledger.ts';

export const LAST_VERIFICATION = 'GET /api/books/last-verification';

export function verificationAnswer(more: Partial<LastVerification> | null = {}): Response {
  const clean = { ended_at: '2026-11-19T20:00:00.000Z', outcome: 'clean', faults: 0, summary: '144 shops' };
  return Response.json(ledger.lastVerification.answer.parse({ result: more && { ...clean, ...more } }));
}
