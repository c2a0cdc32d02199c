import { cash } from '#contract/cash.ts';
import type { Role } from '#contract/roles.ts';
import { openTestOffice, type TestOffice } from './office.ts';

export const DESK_DAY = '2026-10-12';

/** Opens a market with one let shop, A-1, on a morning with cash sessions turned on. */
export async function openCashDesk(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo(DESK_DAY, '09:00:00.000');
  await turnSessions(office, true);
  return office;
}

export function turnSessions(office: TestOffice, sessions: boolean) {
  return office.ask(cash.setSettings, { body: { sessions } });
}

export async function openDrawer(
  office: TestOffice,
  opening_float: number | string,
  role: Role = 'cashier',
): Promise<number> {
  return (await office.ask(cash.openSession, { body: { opening_float }, role })).session.session_id;
}

interface Closing {
  role?: Role;
  kept_cash?: number;
  reason?: string;
}

export function closeDrawer(
  office: TestOffice,
  id: number,
  { cents, role = 'cashier', ...more }: Closing & { cents: number },
) {
  return office.ask(cash.closeSession, { params: { id: String(id) }, body: { count: countOf(cents), ...more }, role });
}

/** Returns a count of notes and coins that add up to an amount in cents. */
function countOf(cents: number) {
  return [
    { value: 1000, pieces: Math.floor(cents / 100_000) } as const,
    { value: 0.01, pieces: cents % 100_000 } as const,
  ];
}
