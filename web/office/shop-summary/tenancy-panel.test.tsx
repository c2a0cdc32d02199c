import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { day } from '#billing/calendar.ts';
import { payments } from '#contract/payments.ts';
import type { ShopSummary } from '#contract/shops.ts';
import { answerCalls, findEnabledButton, openOffice, signInAs } from '../../testing/office.tsx';
import { paidAnswer, summaryAnswer, testEffect, testPayment, testTenancy } from '../../testing/payments.ts';
import { generatedAnswer, testSummaryInvoice } from '../../testing/shop-summary.ts';

describe('tenancy panel', () => {
  const A12 = 'GET /api/shops/shop-summary/A12';

  beforeEach(() => signInAs('admin'));

  const kamal = {
    ...testTenancy(),
    tenancy_id: 4,
    tenant_name: 'Kamal Silva',
    started_on: day('2026-10-21'),
    ended_on: null,
    balance_amount: 250,
    amount_due: 0,
  };
  const nimal = {
    ...testTenancy(),
    tenancy_id: 3,
    tenant_name: 'Nimal Perera',
    started_on: day('2025-01-01'),
    ended_on: day('2026-10-20'),
    balance_amount: 0,
    amount_due: 19_800,
  };

  /** A shop that Nimal left on 20 October, owing Rs. 19,800.00, and that Kamal rented a day later. */
  function shopOf(more: Partial<ShopSummary> = {}) {
    const answer = summaryAnswer({
      Tenancies: [kamal, nimal],
      total_owed: 19_800,
      Payments: [
        testPayment({ payment_id: 41, tenancy_id: 4, amount_paid: 777, corrected_amount: 777 }),
        testPayment({ payment_id: 40, tenancy_id: 3, amount_paid: 333, corrected_amount: 333 }),
      ],
      Invoices: [testSummaryInvoice('2026-11', { tenancy_id: 4 }), testSummaryInvoice('2026-10', { tenancy_id: 3 })],
      ...more,
    });
    return { [A12]: () => Response.json(answer) };
  }

  const due = async () => (await screen.findByRole('region', { name: 'Amount due and balance' })).textContent;
  const listed = async () => (await screen.findByRole('table', { name: 'Payments' })).textContent;

  test('the figures and lists are those of the current tenancy, until another is chosen', {
    tags: ['slow'],
  }, async () => {
    answerCalls(shopOf());
    const { user, address } = openOffice('/shop-summary/A12?tab=payments');
    expect(await due()).toContain('Amount dueLKR 0.00');
    expect(await due()).toContain('LKR 250.00');
    expect(await listed()).toContain('777.00');
    expect(await listed()).not.toContain('333.00');
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'Tenancy' }),
      'Nimal Perera, 1 Jan 2025 to 20 Oct 2026',
    );
    expect(address()).toBe('/shop-summary/A12?tab=payments&tenancy=3');
    await waitFor(async () => expect(await due()).toContain('Amount dueLKR 19,800.00'));
    expect(await listed()).not.toContain('777.00');
    expect(screen.getAllByText('Former tenant').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Tenancy details' }).getAttribute('href')).toBe('/tenancy/3');
  });

  test('the lists can show all tenancies', { tags: ['slow'] }, async () => {
    answerCalls(shopOf());
    const { user, address } = openOffice('/shop-summary/A12?tab=payments&tenancy=3');
    await user.click(await screen.findByRole('switch', { name: /for all tenancies$/ }));
    await waitFor(async () => expect(await listed()).toContain('777.00'));
    expect(await listed()).toContain('333.00');
    expect(await due()).toContain('Amount dueLKR 19,800.00');
    expect(address()).toBe('/shop-summary/A12?tab=payments&tenancy=3&all-tenancies=true');
  });

  test('a payment and an invoice go to the chosen tenancy', { tags: ['slow'] }, async () => {
    const PAY = 'POST /api/payments/by-shop/A12';
    const GENERATE = 'POST /api/systemsetting/generate';
    const sent = answerCalls({
      ...shopOf(),
      [PAY]: () => Response.json(paidAnswer()),
      [`${PAY}?dry_run=true`]: () => Response.json(paidAnswer()),
      [GENERATE]: () => Response.json(generatedAnswer(), { status: 201 }),
    });
    const { user } = openOffice('/shop-summary/A12?tenancy=3');
    await user.click(await screen.findByRole('button', { name: 'Make Payment' }));
    const form = within(await screen.findByRole('dialog'));
    form.getByText(/Nimal Perera.*19,800.00/);
    await user.type(form.getByRole('textbox', { name: /^Amount/ }), '500');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(await findEnabledButton('Confirm payment'));
    await waitFor(() => expect(sent.some(({ call }) => call === PAY)).toBe(true));
    const isPayment = ({ call }: { call: string }) => call.startsWith(PAY);
    const bodies = sent.filter(isPayment).map(({ body }) => payments.byShop.body.parse(body).tenancy_id);
    expect(new Set(bodies)).toEqual(new Set([3]));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Year' }), '2026');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'September');
    await user.click(screen.getByRole('button', { name: 'Generate Invoice' }));
    await waitFor(() => expect(sent.some(({ call }) => call === GENERATE)).toBe(true));
    expect(sent.find(({ call }) => call === GENERATE)?.body).toMatchObject({ tenancy_id: 3 });
  });

  test('a vacant shop says since when, who left and what they owe, and can be let', async () => {
    answerCalls(shopOf({ Tenant: null, Tenancies: [nimal] }));
    openOffice('/shop-summary/A12');
    const vacant = (await screen.findByText('Vacant since 20 Oct 2026')).closest('[role=alert]');
    expect(vacant?.textContent).toContain('Nimal Perera left and owes LKR\u00a019,800.00.');
    expect(
      within(vacant as HTMLElement)
        .getByRole('link', { name: 'Add tenant' })
        .getAttribute('href'),
    ).toBe('/add-tenant?shop=A12');
    expect(await due()).toContain('Amount dueLKR 19,800.00');
  });

  test('a shop with one tenancy has no choice', { tags: ['slow'] }, async () => {
    answerCalls(shopOf({ Tenancies: [kamal] }));
    openOffice('/shop-summary/A12');
    await screen.findByRole('link', { name: 'Tenancy details' });
    expect(screen.queryByRole('combobox', { name: 'Tenancy' })).toBeNull();
  });
});

describe('note dialog', () => {
  const NOTE = 'POST /api/invoices/INV-A12-202611/note';
  const PREVIEW = `${NOTE}?dry_run=true`;

  beforeEach(() => signInAs('admin'));

  test('a credit note on another charge is shown with its effect before it is issued', { tags: ['slow'] }, async () => {
    const invoice = testSummaryInvoice();
    const [fee] = invoice.OperationFees;
    if (!fee) throw new Error('no fee');
    const { operation_fee_id: _, operation_amount: __, ...paid } = fee;
    const line = {
      line: 2,
      name: 'Electricity',
      name_si: '',
      name_ta: '',
      quantity: 120,
      unit: 'kWh',
      is_vatable: true,
    };
    const electricity = { ...paid, ...line, other_charge_id: 5, other_amount: 5400 };
    const Invoices = [{ ...invoice, OtherCharges: [electricity] }];
    const effect = {
      message: 'Credit note recorded.',
      vat_amount: 18,
      tax_serial: null,
      ...testEffect(),
    };
    const sent = answerCalls({
      'GET /api/shops/shop-summary/A12': () => Response.json(summaryAnswer({ Invoices })),
      [PREVIEW]: () => Response.json(effect),
      [NOTE]: () => Response.json(effect),
    });
    const { user } = openOffice('/shop-summary/A12?tab=invoices');
    await user.click(await screen.findByRole('button', { name: 'Details of INV-A12-202611' }));
    await user.click(await screen.findByRole('button', { name: 'Credit or debit note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on INV-A12-202611' }));
    const charge = dialog.getByRole('combobox', { name: /^Charge/ });
    await user.selectOptions(charge, within(charge).getByRole('option', { name: 'Electricity, LKR\u00a05,400.00' }));
    await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '100');
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Read wrongly');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const question = within(await screen.findByRole('dialog', { name: 'Issue a credit note of LKR\u00a0100.00?' }));
    await question.findByText(/still owed/);
    await user.click(question.getByRole('button', { name: 'Credit note' }));
    await screen.findByText('Credit note recorded.');
    const body = { kind: 'credit', charge: 'Other', line: 2, amount: 100, reason: 'Read wrongly', do_not_charge: [] };
    expect(sent.filter(({ call }) => call.startsWith('POST')).map((one) => one.body)).toEqual([body, body]);
  });

  test('what was entered for a note is not lost by one press of Escape', async () => {
    answerCalls({
      'GET /api/shops/shop-summary/A12': () => Response.json(summaryAnswer({ Invoices: [testSummaryInvoice()] })),
    });
    const { user } = openOffice('/shop-summary/A12?tab=invoices');
    await user.click(await screen.findByRole('button', { name: 'Details of INV-A12-202611' }));
    await user.click(await screen.findByRole('button', { name: 'Credit or debit note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on INV-A12-202611' }));
    await user.type(dialog.getByRole('textbox', { name: /^Amount/ }), '100');
    await user.keyboard('{Escape}');
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(dialog.getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '100');
  });
});
