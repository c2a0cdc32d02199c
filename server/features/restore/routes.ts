import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { restore } from '#contract/restore.ts';
import type { ActionContext } from '../../action-context.ts';
import { countAttempt } from '../../db/rate-limits.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { BadBackup } from '../backup/bad-backup.ts';
import { findRestored } from './adopt-keys.ts';
import { MarketRestore } from './market-restore.ts';
import { listCopiesIn, readPlace } from './read-bucket.ts';

const MOST_ATTEMPTS = 30;
const WINDOW_MS = 60 * 60 * 1000;

export function restoreRoutes(app: AppContext): void {
  const run = new MarketRestore(app);
  const limit = (context: ActionContext) => limitAttempts(app, context);
  endpoint(app, restore.state, () => run.state());
  endpoint(app, restore.begin, async ({ body, context }) => {
    await limit(context);
    return run.begin(body, context);
  });
  endpoint(app, restore.send, ({ body, upload, context }) => run.receive({ ...body, piece: upload }, context));
  endpoint(app, restore.listBucket, async ({ body, context }) => {
    await limit(context);
    // Otherwise a stolen session of a running market could make the server connect to any host.
    if (!(await run.isEmpty())) return { copies: [], fault: apiMessage('restore.fault.not_empty') };
    try {
      return { copies: await listCopiesIn(readPlace(body)), fault: null };
    } catch (error) {
      if (error instanceof BadBackup) return { copies: [], fault: error.words };
      throw error;
    }
  });
  endpoint(app, restore.fetch, async ({ body, context }) => {
    await limit(context);
    return run.fetch(body, context);
  });
  endpoint(app, restore.write, ({ body, context }) => run.write(body, context));
  endpoint(app, restore.stop, ({ body }) => run.stop(body.id));
  endpoint(app, restore.outcome, async ({ query }) => {
    // The page asks until the server has started anew, because only then can anybody sign in.
    if (app.maintenance.isRestoring) return { restored: null };
    const found = await findRestored(app.database.reader);
    return { restored: found?.id === query.id ? found.restored : null };
  });
  app.fastify.addHook('preClose', () => run.close());
}

async function limitAttempts({ database }: AppContext, { actor, now }: ActionContext): Promise<void> {
  const subject = `restore ${actor}`;
  const wait = await countAttempt(database, { subject, most: MOST_ATTEMPTS, now, windowMs: WINDOW_MS });
  if (wait !== undefined)
    throw new Refusal('too_many_tries', { message: apiMessage('restore.too_many'), retryAfterSeconds: wait });
}
