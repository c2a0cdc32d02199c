import { instantOf } from '#billing/calendar.ts';
import { MOST_PROGRAM_TOKENS } from '#contract/program-tokens.ts';
import { TOMORROW } from './app-context.ts';
import type { ExampleMarket } from './example-market.ts';

const UNKNOWN = '999999';
const MADE = { label: 'Accountant', scopes: ['reports' as const], last_day: TOMORROW };

/** A sign-in is accepted as a confirmation of the identity for 15 minutes. */
const SIGN_IN_MS = 16 * 60_000;

export const programTokenExamples = {
  'programTokens.list': { example: () => ({}), refusals: {} },
  'programTokens.make': {
    example: () => ({ body: MADE }),
    refusals: {
      async too_many_program_tokens({ app }: ExampleMarket) {
        const url = '/api/program-tokens';
        for (let made = 1; made < MOST_PROGRAM_TOKENS; made++)
          await app.as('superadmin', { method: 'POST', url, payload: MADE });
        return { body: MADE };
      },
      async verification_required({ app }: ExampleMarket) {
        const created_at = instantOf(Date.parse(app.clock.now()) - SIGN_IN_MS);
        await app.database.write((tx) => tx.updateTable('sessions').set({ verified_at: null, created_at }).execute());
        return { body: MADE };
      },
    },
  },
  'programTokens.revoke': {
    example: ({ programToken }: ExampleMarket) => ({ params: { id: programToken } }),
    refusals: { program_token_not_found: () => ({ params: { id: UNKNOWN } }) },
  },
};
