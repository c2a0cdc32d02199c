import type { OldServer } from './old-server.ts';

const ADMIN = { email: 'admin@example.com', password: 'market-morning-5am' };
const OWN_PASSWORD = 'market-evening-6pm';

/** From March on, a post-dated cheque counts from its own day, and one is a promise when the market is copied. */
export async function promiseCheque(server: OldServer): Promise<void> {
  await server.call('PUT', '/api/settings/update-rent-rules', {
    rent_due_day: 15,
    fine_rate: 30,
    first_month_by_days: true,
    cheques_on_their_day: true,
    from_month: '2026-03',
  });
  await server.call('POST', '/api/payments/by-shop/B-2', {
    amountPaid: 2500.5,
    paymentDate: '2026-03-18',
    paymentMethod: 'Cheque',
    chequeNumber: '000418',
    chequeBank: "People's, Dambulla",
    chequeDate: '2026-06-20',
  });
}

/** Another person receives a part of the counted gate cash: once wrongly, and once as it was. */
export async function handOverCash(server: OldServer): Promise<void> {
  const newAdmin = await server.signIn(ADMIN);
  await newAdmin.call('PUT', '/api/admin/change-password', {
    currentPassword: ADMIN.password,
    newPassword: OWN_PASSWORD,
  });
  const admin = await server.signIn({ ...ADMIN, password: OWN_PASSWORD });
  const { held } = await admin.call<{ held: { account_id: number; amount: number }[] }>('GET', '/api/gate/cash');
  const [keeper] = held;
  if (keeper === undefined) throw new Error('nobody holds gate cash');
  const receive = (received_cash: number, left_cash: number) =>
    admin.call<{ handover: { id: number } }>('POST', '/api/gate/cash/received', {
      account_id: keeper.account_id,
      received_cash,
      left_cash,
      reason: received_cash + left_cash === keeper.amount ? '' : 'a note was counted twice',
    });
  const wrong = await receive(keeper.amount - 80, 180);
  await admin.call('POST', `/api/gate/cash/${wrong.handover.id}/undone`, { reason: 'counted anew' });
  await receive(keeper.amount - 80, 80);
}
