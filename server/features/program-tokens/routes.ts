import { dayOf } from '#billing/calendar.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { programTokens } from '#contract/program-tokens.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { getToken, makeToken, revokeToken } from './make-token.ts';
import { listTokens } from './queries.ts';
import { presentToken } from './token-state.ts';

export function programTokenRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, programTokens.list, async ({ context }) => {
    const tokens = await listTokens(database.reader);
    return tokens.map((token) => presentToken(token, dayOf(context.now)));
  });
  endpoint(app, programTokens.make, ({ body, context }) =>
    database.write(async (tx) => {
      const { token, id } = await makeToken(tx, context, body);
      return { message: apiMessage('program-tokens.made'), token, program_token: await getToken(tx, context, id) };
    }),
  );
  endpoint(app, programTokens.revoke, {
    async record({ params, context }, tx) {
      const program_token = await revokeToken(tx, context, params.id);
      return { message: apiMessage('program-tokens.revoked'), program_token };
    },
  });
}
