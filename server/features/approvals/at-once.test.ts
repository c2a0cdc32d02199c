/** @module-tag postgres-quick */
import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { audit } from '#contract/audit.ts';
import { tenancies } from '#contract/tenancies.ts';
import { openTestOffice } from '../../testing/office.ts';

const ROUNDS = 4;

test('of two people who approve a request at the same moment one does, and the other learns that it is decided', async () => {
  const office = await openTestOffice();
  office.goTo('2026-11-20');
  await office.let('A-1');
  await office.pay('A-1', 60_000, '2026-11-20');
  await office.ask(approvals.setLimit, { body: { amount: 20_000 }, role: 'superadmin' });
  const { Tenancies } = await office.summaryOf('A-1');
  const params = { id: String(Tenancies[0]?.tenancy_id) };
  await Promise.all([office.tokenOf('manager'), office.tokenOf('superadmin')]);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const body = { action: 'credit_refunded', amount: 30_000 + round, method: 'Cash', reason: 'Paid twice' } as const;
    await office.refused(tenancies.money, { params, body }, 'approval_required');
    const [request] = await office.ask(approvals.list, { role: 'manager' });
    const decided = await Promise.all(
      (['manager', 'superadmin'] as const).map((role) =>
        office.tell(approvals.approve, { params: { id: String(request?.id) }, role }),
      ),
    );
    expect(decided.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
  const log = await office.ask(audit.list, { query: { limit: '500' }, role: 'manager' });
  expect(log.filter(({ event_type }) => event_type === 'Approval Given')).toHaveLength(ROUNDS);
});
