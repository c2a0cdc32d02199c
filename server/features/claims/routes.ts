import { claims } from '#contract/claims.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { declineClaim, matchClaim } from './end-claims.ts';
import { loadClaim, loadClaims } from './load-claims.ts';
import { findClaimPicture } from './queries.ts';

export function claimRoutes(app: AppContext): void {
  const { database } = app;
  endpoint(app, claims.list, ({ query, context: { now } }) =>
    database.snapshot((db) => loadClaims(db, { list: query.list, tenancyId: query.tenancy_id, now })),
  );
  endpoint(app, claims.picture, async ({ params }) => {
    const picture = await findClaimPicture(database.reader, params.id);
    if (picture === null) throw new Refusal('claim_not_found');
    return { picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}` };
  });
  endpoint(app, claims.match, {
    async record({ params, body, context }, tx) {
      await matchClaim(tx, context, { id: params.id, paymentId: body.payment_id });
      return { message: apiMessage('claims.match.done'), claim: await loadClaim(tx, params.id, context.now) };
    },
  });
  endpoint(app, claims.decline, {
    async record({ params, body, context }, tx) {
      await declineClaim(tx, context, { id: params.id, sentence: body.sentence });
      return { message: apiMessage('claims.decline.done'), claim: await loadClaim(tx, params.id, context.now) };
    },
  });
}
