import { type Day, endOfDay, startOfDay } from '#billing/calendar.ts';
import { type Cents, sumCents, toRupees } from '#billing/money.ts';
import type { ReceivedGateCash } from '#contract/cash.ts';
import type { Reader } from '../../db/connect.ts';
import { emailNow } from '../../db/recorded-by.ts';

function selectGateCash(db: Reader) {
  return db
    .selectFrom('gate_handovers')
    .innerJoin('cash_sessions as session', 'session.id', 'gate_handovers.session_id')
    .where('gate_handovers.undone_at', 'is', null)
    .select([
      'gate_handovers.id',
      'session.id as session_id',
      'gate_handovers.received_cents',
      'gate_handovers.received_at',
      emailNow<string>('gate_handovers.account_id', 'gate_handovers.keeper').as('keeper'),
      emailNow<string>('session.account_id', 'session.opened_by').as('owner'),
    ])
    .orderBy('gate_handovers.id');
}

export type GateCashRow = Awaited<ReturnType<ReturnType<typeof selectGateCash>['executeTakeFirstOrThrow']>>;

/** Lists the gate cash that was received into the drawers of these sessions. */
export async function listGateCashIn(db: Reader, sessionIds: readonly number[]): Promise<GateCashRow[]> {
  return sessionIds.length === 0 ? [] : selectGateCash(db).where('session.id', 'in', sessionIds).execute();
}

/** Lists the gate cash that was received into drawers on a day. */
export function listGateCashOn(db: Reader, day: Day): Promise<GateCashRow[]> {
  return selectGateCash(db)
    .where('gate_handovers.received_at', '>=', startOfDay(day))
    .where('gate_handovers.received_at', '<', endOfDay(day))
    .execute();
}

export function sumGateCash(rows: readonly GateCashRow[], sessionId: number): Cents {
  return sumCents(
    rows.filter(({ session_id }) => session_id === sessionId).map(({ received_cents }) => received_cents),
  );
}

export function presentGateCash(row: GateCashRow, names: ReadonlyMap<string, string>): ReceivedGateCash {
  return {
    handover_id: row.id,
    keeper: names.get(row.keeper) ?? row.keeper,
    person: names.get(row.owner) ?? row.owner,
    at: row.received_at,
    amount: toRupees(row.received_cents),
  };
}
