import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { reminders } from '#contract/reminders.ts';
import { tenancies } from '#contract/tenancies.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, findEnabledButton, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { testCharges } from '../../testing/other-charges.ts';
import { summaryAnswer, testPayment } from '../../testing/payments.ts';
import { oneShop } from '../../testing/shops.ts';
import { moneyAnswer, testTenancyFile } from '../../testing/tenancies.ts';

const FILE = 'GET /api/tenancies/7';
const MONEY = 'POST /api/tenancies/7/money';
const PREVIEW = `${MONEY}?dry_run=true`;
const VACANT = 'GET /api/shops/without-tenants';

beforeEach(() => signInAs('admin'));

const file = (more: Parameters<typeof testTenancyFile>[0] = {}) => ({
  [FILE]: () => Response.json(testTenancyFile(more)),
  [`${FILE}/other-charges`]: () => Response.json(testCharges({ waiting: [] })),
  [`${FILE}/reminders`]: () => Response.json([]),
});
const money = () => screen.findByRole('region', { name: 'Tenancy account' });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('the file shows tenant, shop, days, money, deposit, terms and history', { tags: ['slow'] }, async () => {
  answerCalls(file());
  openOffice('/tenancy/7');
  await screen.findByRole('heading', { level: 1, name: 'Nimal Perera' });
  screen.getByText('Tenant of shop A-2 since 1 Oct 2026');
  const figures = (await money()).textContent;
  for (const figure of ['Amount dueLKR 23,600.00', 'CreditLKR 0.00', 'Deposit heldLKR 30,000.00'])
    expect(figures).toContain(figure);
  const details = screen.getByRole('region', { name: 'Tenant and shop' }).textContent;
  for (const shown of ['077 123 4567', 'nimal@example.com', 'A-2 · Nimal Stores', 'Last billed monthOct 2026'])
    expect(details).toContain(shown);
  const terms = screen.getByRole('table', { name: 'Rent, operation fee and VAT rate' }).textContent;
  for (const shown of ['1 Oct 2026', 'LKR 8,000.00', '18%']) expect(terms).toContain(shown);
  expect(screen.getByRole('table', { name: 'Deposit' }).textContent).toContain('004711');
  expect(screen.getByRole('table', { name: 'History' }).textContent).toContain('Deposit received from Nimal Perera');
  expect(screen.getByRole('table', { name: 'History' }).textContent).toContain('After: LKR 30,000.00');
  expect(screen.getByRole('link', { name: 'End tenancy' }).getAttribute('href')).toBe('/end-tenancy/7');
  expect(screen.getByRole('link', { name: 'Open shop' }).getAttribute('href')).toBe('/shop-summary/A-2?tenancy=7');
});

test('the file lists the invoices and payments of its tenancy, and not those of another', {
  tags: ['slow'],
}, async () => {
  const summary = summaryAnswer({ Payments: [testPayment({ tenancy_id: 7 }), testPayment({ payment_id: 32 })] });
  const [tenancy] = summary.shop.Tenancies;
  const Tenancies = [{ ...tenancy, tenancy_id: 7 }, tenancy];
  answerCalls({
    ...file(),
    'GET /api/shops/shop-summary/A-2': () => Response.json({ shop: { ...summary.shop, Tenancies } }),
  });
  openOffice('/tenancy/7');
  const payments = within(await screen.findByRole('table', { name: 'Payments' }));
  payments.getByRole('button', { name: 'Details of payment 31' });
  expect(payments.queryByRole('button', { name: 'Details of payment 32' })).toBeNull();
});

const recordedReminder = () =>
  reminders.list.answer.element.parse({
    reminder_id: 5,
    tenancy_id: 7,
    shop_id: 'A-2',
    tenant_name: 'Nimal Perera',
    level: 'friendly',
    way: 'text',
    date: '2026-11-20',
    language: 'en',
    amount_due: 23_600,
    last_day: '2026-12-04',
    recorded_by: 'kasun@example.com',
    recorded_at: '2026-11-20T03:00:00.000Z',
    subject: 'Reminder: rent for shop A-2',
    text: 'Dear Nimal Perera, please pay by 4 Dec 2026.',
    mail_state: null,
    promised_on: null,
    promised_amount: null,
    promise_broken: false,
    note: '',
    next_step: '',
  });

const CURRENT = 'GET /api/reminders/current?ids=5';

test('the text of a reminder as of now is shown if the browser does not copy it', { tags: ['slow'] }, async () => {
  const reminder = recordedReminder();
  const now = { reminders: [{ ...reminder, text: 'Dear Nimal Perera, the rest is overdue.' }], left_out: [] };
  answerCalls({
    ...file(),
    [`${FILE}/reminders`]: () => Response.json([reminder]),
    [CURRENT]: () => Response.json(now),
  });
  const { user } = openOffice('/tenancy/7');
  const copy = await screen.findByRole('button', { name: 'Copy text 20 Nov 2026' });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  await user.click(copy);
  (await dialogOf('Copy text')).getByText('Dear Nimal Perera, the rest is overdue.');
});

test('whoever owes nothing now is named, and no letter is opened', { tags: ['slow'] }, async () => {
  const reminder = recordedReminder();
  const { tenancy_id, shop_id, tenant_name } = reminder;
  const left_out = [{ tenancy_id, shop_id, tenant_name, reason: 'Nothing is overdue.' }];
  const sent = answerCalls({
    ...file(),
    [`${FILE}/reminders`]: () => Response.json([reminder]),
    [CURRENT]: () => Response.json({ reminders: [], left_out }),
  });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', { name: /^Open letter/ }));
  const question = await dialogOf('1 tenant gets no letter');
  question.getByText(`${shop_id}, ${tenant_name}: Nothing is overdue.`);
  await user.click(question.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter(({ call }) => call.includes('/reminders/letters'))).toEqual([]);
});

test('only what is possible is offered', { tags: ['slow'] }, async () => {
  answerCalls(file({ amount_due: 0, balance_amount: 500, deposit_held: 0 }));
  openOffice('/tenancy/7');
  const buttons = within(await money()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Refund credit', 'Receive deposit']);
});

test('a manager sees the file and can change nothing', { tags: ['slow'] }, async () => {
  signInAs('manager');
  answerCalls(file());
  openOffice('/tenancy/7');
  expect(within(await money()).queryByRole('button')).toBeNull();
  expect(screen.getByRole('region', { name: 'Agreement' }).textContent).toContain('L-17/2026');
  expect(screen.queryByRole('link', { name: /^(End|Edit)/ })).toBeNull();
});

test('a former tenant is marked, and the vacant shop can be let again', { tags: ['slow'] }, async () => {
  answerCalls({ ...file({ ended_on: day('2026-11-20') }), [VACANT]: () => Response.json([oneShop()]) });
  openOffice('/tenancy/7');
  await screen.findByText('Former tenant');
  screen.getByText('Shop A-2, 1 Oct 2026 to 20 Nov 2026');
  const again = await screen.findByRole('link', { name: 'Let the shop again' });
  expect(again.getAttribute('href')).toBe('/add-tenant?shop=A-2');
  expect(screen.queryByRole('link', { name: 'End tenancy' })).toBeNull();
});

test('a refund of the deposit shows beforehand what it does, is confirmed, and recorded once', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    ...file(),
    [PREVIEW]: () => Response.json(moneyAnswer({ amount_due: 23_600, deposit_held: 25_000 })),
    [MONEY]: () => Response.json(moneyAnswer({ amount_due: 23_600, deposit_held: 25_000 }, 'Deposit refunded.')),
  });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', { name: 'Refund deposit' }));
  const form = await dialogOf('Refund deposit');
  const amount = form.getByRole('textbox', { name: 'Amount (LKR)' });
  expect(amount).toHaveProperty('value', '30,000.00');
  await user.clear(amount);
  await user.type(amount, '5000');
  await user.type(form.getByRole('textbox', { name: 'Reference' }), 'Cheque 12');
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it');
  await form.findByText('Deposit held afterwards: LKR 25,000.00');
  await user.click(form.getByRole('button', { name: 'Refund deposit' }));
  const question = await dialogOf('Refund LKR\u00a05,000.00 of the deposit?');
  await question.findByText(/23,600.00 still owed/);
  await user.click(question.getByRole('button', { name: 'Refund deposit' }));
  await screen.findByText('Deposit refunded.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [record, ...further] = sent.filter(({ call }) => call === MONEY);
  expect(further).toEqual([]);
  expect(record?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(record?.body).toEqual({
    action: 'deposit_refunded',
    amount: 5000,
    method: 'Cash',
    reference: 'Cheque 12',
    reason: 'Asked for it',
    do_not_charge: [],
  });
  expect(sent.filter(({ call }) => call === FILE)).toHaveLength(2);
});

test('a debt is written off with a reason, after the identity is confirmed; cancelling that records nothing', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    ...file(),
    [PREVIEW]: () => Response.json(moneyAnswer({ amount_due: 0, deposit_held: 30_000 })),
    ...onceVerified({
      [MONEY]: () => Response.json(moneyAnswer({ amount_due: 0, deposit_held: 30_000 }, 'Debt written off.')),
    }),
  });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', { name: 'Write off debt' }));
  const form = await dialogOf('Write off debt');
  await user.click(form.getByRole('button', { name: 'Write off debt' }));
  form.getByText('Enter the reason.');
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Died');
  const confirmIt = async () => {
    await user.click(form.getByRole('button', { name: 'Write off debt' }));
    await screen.findByRole('dialog', { name: 'Write off LKR\u00a023,600.00?' });
    const question = await dialogOf('Write off LKR\u00a023,600.00?');
    await question.findByText(/0.00 still owed/);
    await user.click(question.getByRole('button', { name: 'Write off debt' }));
  };
  await confirmIt();
  await screen.findByLabelText(/^Password/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText(/^Password/)).toBeNull());
  expect(sent.filter(({ call }) => call === MONEY)).toHaveLength(1);
  await confirmIt();
  await enterPassword(user);
  await screen.findByText('Debt written off.');
  expect(sent.find(({ call }) => call === MONEY)?.body).toEqual({
    action: 'debt_written_off',
    amount: 23_600,
    reason: 'Died',
    do_not_charge: [],
  });
});

test('a debt goes to another tenancy of the same tenant, which is proposed when it is the only one', {
  tags: ['slow'],
}, async () => {
  const sent = answerCalls({
    ...file({ SameTenant: [{ tenancy_id: 9, shop_id: 'B-1', tenant_name: 'Nimal Perera' }] }),
    [PREVIEW]: () => Response.json(moneyAnswer({ amount_due: 0, deposit_held: 30_000 })),
    [MONEY]: () => refuse('other_tenant'),
  });
  const { user } = openOffice('/tenancy/7');
  await user.click(await screen.findByRole('button', { name: 'Transfer debt' }));
  const form = await dialogOf('Transfer debt');
  expect(form.getByRole('combobox', { name: 'Transfer to' })).toHaveProperty('value', '9');
  await user.click(form.getByRole('button', { name: 'Transfer debt' }));
  const question = await dialogOf('Transfer a debt of LKR\u00a023,600.00?');
  await question.findByText(/0.00 still owed/);
  await user.click(question.getByRole('button', { name: 'Transfer debt' }));
  await screen.findByText('Choose another tenancy of the same tenant.');
  expect(sent.find(({ call }) => call === MONEY)?.body).toMatchObject({ to_tenancy_id: '9' });
});

test('agreement number, note and language are saved', { tags: ['slow'] }, async () => {
  const EDIT = 'PUT /api/tenancies/7/agreement';
  const saved = ({ body }: Sent) =>
    Response.json(tenancies.edit.answer.parse({ message: 'Agreement updated.', agreement: body }));
  const sent = answerCalls({ ...file(), [EDIT]: saved });
  const { user } = openOffice('/tenancy/7');
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Two keys');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language of documents' }), 'Sinhala');
  await user.click(await findEnabledButton('Save agreement'));
  await screen.findByText('Agreement updated.');
  expect(sent.find(({ call }) => call === EDIT)?.body).toEqual({
    agreement_number: 'L-17/2026',
    agreement_note: 'Two keys',
    agreement_ends_on: null,
    language: 'si',
  });
});

test('a tenancy that cannot be loaded is reported, and Try again loads it', async () => {
  answerCalls({});
  const { user } = openOffice('/tenancy/7');
  await screen.findByText('Could not load the tenancy.');
  answerCalls(file());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await money();
});
