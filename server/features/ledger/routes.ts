import { ledger } from '#contract/ledger.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { presentVerification } from './present.ts';
import { verifyLedgers } from './verify-ledgers.ts';

export function ledgerRoutes(app: AppContext): void {
  endpoint(app, ledger.verify, async ({ context }) =>
    presentVerification(await verifyLedgers(app.database), context.now),
  );
}
