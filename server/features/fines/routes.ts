import { toRupees } from '#billing/money.ts';
import { fines } from '#contract/fines.ts';
import type { Door } from '../../http/core/app-context.ts';
import { recording, repeatable } from '../../http/idempotency/write-endpoint.ts';
import { takeAction } from '../bulk-actions/run-action.ts';
import { presentEffect } from '../ledger/present.ts';
import { applyFine } from './apply-fine.ts';
import { applyFines } from './apply-fines.ts';
import { arrestFines } from './arrest-fines.ts';
import { removeFine } from './remove-fine.ts';

/** Fines on one invoice, and on all. */
export function fineRoutes(door: Door): void {
  const { database } = door;
  recording(door, fines.apply, async ({ params, act }, tx) => {
    const applied = await applyFine(tx, act, params.id);
    return {
      success: true as const,
      message: 'Fine applied.',
      fineAmount: toRupees(applied.fineCents),
      ...presentEffect(applied),
    };
  });
  recording(door, fines.remove, async ({ params, body, act }, tx) => {
    const removed = await removeFine(tx, act, params.id, { reason: body.reason, spared: body.do_not_charge });
    return { success: true as const, message: 'Fine deleted.', ...presentEffect(removed) };
  });
  repeatable(door, fines.applyAll, async (ask) => ({
    success: true as const,
    ...(await takeAction(door, 'apply-fines', ask, (pass) => applyFines(database.reader, ask.act, pass))),
  }));
  repeatable(door, fines.arrest, async (ask) => ({
    success: true as const,
    ...(await takeAction(door, 'fine-arrest', ask, (pass) => arrestFines(database.reader, ask.act, pass))),
  }));
}
