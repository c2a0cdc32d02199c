import { describe, expect, test } from 'vitest';
import { gate as calls } from '#contract/gate.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import type { Role } from '#contract/roles.ts';
import { sanitationTickets, vehicleTickets } from '#contract/tickets.ts';
import { GATE_DAY, openTestGate } from '../../testing/gate.ts';
import { colombo, everythingIn } from '../../testing/office.ts';

const MINE = '7f6d3f57-6d3e-4c9b-9a53-6c1f4a3c2b10';
const THEIRS = '0b7e5a0e-3f8e-4a53-8a45-2f5b8c9d7e61';
const REASON = 'Issued by mistake';
const RULE =
  'You can cancel only your own tickets, and only while your shift is open. Ask a manager to cancel this ticket.';

type Voiding = { role?: Role; reason?: string; voided_at?: string };

const kinds = [
  { kind: 'sanitation', remove: sanitationTickets.remove },
  { kind: 'vehicle', remove: vehicleTickets.remove },
] as const;

describe.each(kinds)('a $kind ticket', ({ kind, remove }) => {
  async function openGate() {
    const gate = await openTestGate();
    const open = (id: string, role: Role = 'tiketing') =>
      gate.ask(calls.openShift, { role, body: { id, opening_cash: 0 } });
    const close = (id: string, role: Role = 'tiketing') =>
      gate.ask(calls.closeShift, { role, params: { id }, body: { counted_cash: 0, reason: 'Handed over' } });
    const sendingOf = (id: number, { role = 'tiketing', ...body }: Voiding) => ({
      role,
      params: { id: String(id) },
      body,
    });
    const take = (id: number, voiding: Voiding = { reason: REASON }) => gate.ask(remove, sendingOf(id, voiding));
    const refuse = async (id: number, voiding: Voiding, code: RefusalCode) => {
      const before = await everythingIn(gate.app);
      const refused = await gate.refused(remove, sendingOf(id, voiding), code);
      expect(await everythingIn(gate.app)).toEqual(before);
      return refused;
    };
    const issue = (shift_id?: string, role: Role = 'tiketing'): Promise<{ ticket: { id: number } }> => {
      const shift = shift_id === undefined ? {} : { shift_id };
      return kind === 'vehicle' ? gate.issueVehicle(shift, { role }) : gate.issue({ price: 100, ...shift }, { role });
    };
    return { gate, open, close, take, refuse, issue };
  }

  test('of the own open shift is voided by gate staff, however old', async () => {
    const { gate, open, take, issue } = await openGate();
    await open(MINE);
    const { ticket } = await issue(MINE);
    gate.goTo('2026-11-24');
    await take(ticket.id);
    await gate.expectSums(0);
  });

  test('of somebody else is not voided by gate staff and editors, also in their own shift', async () => {
    const { open, refuse, issue } = await openGate();
    await open(MINE);
    await open(THEIRS, 'editor');
    const { ticket } = await issue(MINE);
    const other = await issue(THEIRS, 'editor');
    expect((await refuse(other.ticket.id, { reason: REASON }, 'void_not_allowed')).message).toBe(RULE);
    await refuse(ticket.id, { role: 'editor', reason: REASON }, 'void_not_allowed');
  });

  test('of a closed shift is voided by the office only, whatever time the phone names', async () => {
    const { gate, open, close, take, refuse, issue } = await openGate();
    await open(MINE);
    const now = await issue(MINE);
    gate.goTo(GATE_DAY, '18:00:00.000');
    await close(MINE, 'manager');
    gate.goTo(GATE_DAY, '19:00:00.000');
    await refuse(now.ticket.id, { reason: REASON }, 'void_not_allowed');
    await refuse(now.ticket.id, { reason: REASON, voided_at: colombo(GATE_DAY, '18:00:00.001') }, 'void_not_allowed');
    await refuse(now.ticket.id, { reason: REASON, voided_at: colombo(GATE_DAY, '17:59:59.999') }, 'void_not_allowed');
    gate.goTo('2026-11-24');
    const tooOld = { reason: REASON, voided_at: colombo(GATE_DAY, '17:00:00.000') };
    await refuse(now.ticket.id, tooOld, 'issued_too_early');
    await take(now.ticket.id, { role: 'manager', reason: REASON });
    await gate.expectSums(0);
  });

  test('in a shift that nobody opened is not voided by gate staff', async () => {
    const { refuse, issue } = await openGate();
    const { ticket } = await issue(MINE);
    await refuse(ticket.id, { reason: REASON }, 'void_not_allowed');
  });

  test('without a shift is voided by its issuer on its day, also without a reason', async () => {
    const { gate, take, refuse, issue } = await openGate();
    const first = await issue();
    const second = await issue();
    await take(first.ticket.id, {});
    gate.goTo('2026-11-21', '00:00:00.000');
    await refuse(second.ticket.id, { reason: REASON }, 'void_not_allowed');
    await gate.expectSums(1);
  });

  test.each(['manager', 'admin', 'superadmin'] as const)(
    'of anybody and of any age is voided by a %s, with a reason or without',
    async (role) => {
      const { gate, open, close, take, issue } = await openGate();
      await open(MINE);
      const { ticket } = await issue(MINE);
      const other = await issue(MINE);
      await close(MINE);
      gate.goTo('2027-03-01');
      await take(other.ticket.id, { role });
      await take(ticket.id, { role, reason: 'Wrong vehicle' });
      expect((await gate.auditLog()).at(-1)).toMatchObject({
        event_type: 'Ticket Deleted',
        edit_reason: 'Wrong vehicle',
        user_actioned: `${role}@example.com`,
      });
      await gate.expectSums(0);
    },
  );
});
