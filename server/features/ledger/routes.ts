import { ledger } from '#contract/ledger.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { presentVerdict } from './present.ts';
import { verifyLedgers } from './verify-ledgers.ts';

export function ledgerRoutes(app: AppContext): void {
  endpoint(app, ledger.verify, async ({ context }) => presentVerdict(await verifyLedgers(app.database), context.now));
}
