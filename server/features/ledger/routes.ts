import { ledger } from '#contract/ledger.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { limitWork } from '../../limit-work.ts';
import { presentLastVerification, presentVerification } from './present.ts';
import { findLastVerification } from './queries.ts';
import { verifyLedgers } from './verify-ledgers.ts';

export function ledgerRoutes(app: AppContext): void {
  const inTurn = limitWork({ running: 1, waiting: 2 });
  endpoint(app, ledger.lastVerification, async () =>
    presentLastVerification(await findLastVerification(app.database.reader)),
  );
  endpoint(app, ledger.verify, async ({ context }) =>
    presentVerification(await inTurn(() => verifyLedgers(app.database)), context.now),
  );
}
