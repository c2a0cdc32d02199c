import { toRupees } from '#billing/money.ts';
import { fines } from '#contract/fines.ts';
import type { Door } from '../../http/door.ts';
import { recording, repeatable } from '../../http/recording.ts';
import { presentEffect } from '../books/present.ts';
import { requireVerified } from '../session/require-verified.ts';
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
  repeatable(door, fines.applyAll, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const { fined, withinGrace } = await applyFines(database, act);
    const grace = withinGrace === 0 ? '' : ` Still within their grace days: ${withinGrace}.`;
    const message = fined === 0 ? `No overdue invoice to fine.${grace}` : `Invoices fined: ${fined}.${grace}`;
    return { success: true as const, message, count: fined, within_grace: withinGrace };
  });
  repeatable(door, fines.arrest, async ({ body, act, caller, address }) => {
    await requireVerified(database, act, caller, { ...body, address });
    const count = await arrestFines(database, act);
    const message = count === 0 ? 'No unpaid fine is 30 days old.' : `Fines put under arrest: ${count}.`;
    return { success: true as const, message, count };
  });
}
