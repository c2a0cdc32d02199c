import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testSchedules, testTaxDocument, testTaxSetup } from '../../testing/tax.ts';
import { importOf } from '../import-page.ts';

const SETUP = 'GET /api/tax/settings';
const SAVE = 'PUT /api/tax/settings';
const SCHEDULES = 'GET /api/tax/schedules/2641';
const DOCUMENTS = 'GET /api/tax/documents?page=1&limit=10';

const BANK_CODE =
  '0002010102112632002817056001MERCHANT00000001T0015204939953031445802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62080504POLA63049C10';

beforeAll(async () => {
  await importOf('/settings/tax')();
  await importOf('/vat-schedules')();
  await importOf('/print/payment-code')();
});
beforeEach(() => signInAs('admin'));

describe('tax settings', () => {
  function open(answers: Parameters<typeof answerCalls>[0] = {}, setup = testTaxSetup()) {
    const sent = answerCalls({ [SETUP]: () => Response.json(setup), ...answers });
    return { sent, ...openOffice('/settings/tax') };
  }

  test('for a centre that is not registered the page says that invoices keep their form', {
    tags: ['slow'],
  }, async () => {
    open();
    await screen.findByText('The centre is not registered for VAT. Invoices keep their usual format.');
  });

  test('a registered centre reads from which day invoices are tax documents', { tags: ['slow'] }, async () => {
    open({}, testTaxSetup({ registered_from: '2026-01-01' as never, tin: '900000001' }));
    await screen.findByText(/^Invoices issued on or after 1 Oct 2026 are tax documents\./);
  });

  test('the registration is sent with all settings', { tags: ['slow'] }, async () => {
    const { user, sent } = open({
      [SAVE]: () => Response.json({ message: 'Tax settings saved.', settings: testTaxSetup() }),
    });
    await user.type(await screen.findByRole('textbox', { name: /^Registered for VAT from/ }), '2026-01-01{Tab}');
    await user.type(screen.getByRole('textbox', { name: /^TIN/ }), '900000001');
    await user.type(screen.getByRole('textbox', { name: /^Name on the VAT certificate/ }), 'Pola Economic Centre');
    await user.type(screen.getByRole('textbox', { name: /^Address on the VAT certificate/ }), 'Example Road');
    await user.click(screen.getByRole('button', { name: 'Save tax settings' }));
    await screen.findByText('Tax settings saved.');
    expect(sent.find(({ call }) => call === SAVE)?.body).toMatchObject({
      registered_from: '2026-01-01',
      tin: '900000001',
      tax_name: 'Pola Economic Centre',
      tax_address: 'Example Road',
      unit: 'POLA',
      words: true,
      pad: 5,
    });
  });

  test('the code of the bank is read as it is pasted; what is wrong with it is named', async () => {
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'Text of the code from your bank' });
    await user.click(field);
    await user.paste(` ${BANK_CODE}\n`);
    await screen.findByText('POLA ECONOMIC CENTRE, DAMBULLA; category 9399; QR field 26');
    expect(screen.queryByRole('link', { name: 'Print the code' })).toBeNull();
    const isRead = screen.getByRole<HTMLInputElement>('checkbox', { name: /^A bank app has read/ });
    expect(isRead.disabled).toBe(true);
    await user.clear(field);
    await user.paste(BANK_CODE.replace('9399', '9398'));
    await screen.findByText(/^A character in the code is wrong/);
    await user.clear(field);
    await user.paste(BANK_CODE.slice(0, 60));
    await screen.findByText(/^The end of the code is missing/);
  });

  test('a stored code can be printed, and is ticked after a bank app has read it', async () => {
    const setup = testTaxSetup({ qr_code: BANK_CODE });
    const { user, sent } = open(
      { [SAVE]: () => Response.json({ message: 'Tax settings saved.', settings: { ...setup, qr_is_read: true } }) },
      setup,
    );
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Print the code' });
    expect(link.getAttribute('href')).toBe('/print/payment-code');
    await user.click(screen.getByRole('checkbox', { name: /^A bank app has read/ }));
    await user.click(screen.getByRole('button', { name: 'Save tax settings' }));
    await screen.findByText('Tax settings saved.');
    expect(sent.find(({ call }) => call === SAVE)?.body).toMatchObject({ qr_code: BANK_CODE, qr_is_read: true });
  });

  test('a unit that is in use is reported at its field', { tags: ['slow'] }, async () => {
    const { user } = open({ [SAVE]: () => refuse('tax_unit_used') });
    const unit = await screen.findByRole('textbox', { name: /^Unit code for invoices/ });
    await user.clear(unit);
    await user.type(unit, 'OTHER');
    await user.click(screen.getByRole('button', { name: 'Save tax settings' }));
    await waitFor(() => expect(unit.getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('the code to print', () => {
  test('has no amount, and is printed on request', async () => {
    answerCalls({ [SETUP]: () => Response.json(testTaxSetup({ qr_code: BANK_CODE })) });
    const printed = vi.fn();
    vi.stubGlobal('print', printed);
    const { user } = openOffice('/print/payment-code');
    await screen.findByRole('img', { name: 'Payment code' });
    screen.getByText('POLA ECONOMIC CENTRE, DAMBULLA');
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(printed).toHaveBeenCalledOnce();
  });

  test('without a code of the bank it says where to enter one', async () => {
    answerCalls({ [SETUP]: () => Response.json(testTaxSetup()) });
    openOffice('/print/payment-code');
    await screen.findByText(/^No payment code from your bank is saved/);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Tax' }).getAttribute('href')).toBe('/settings/tax');
  });
});

describe('VAT schedules', () => {
  function open(
    schedules = testSchedules(),
    documents = [testTaxDocument()],
    answers: Parameters<typeof answerCalls>[0] = {},
  ) {
    const sent = answerCalls({
      [SETUP]: () => Response.json(testTaxSetup()),
      [SCHEDULES]: () => Response.json(schedules),
      [DOCUMENTS]: () => Response.json(documents, { headers: { 'x-total-count': String(documents.length) } }),
      ...answers,
    });
    return { sent, ...openOffice('/vat-schedules?period=2641') };
  }

  test('schedules that equal the ledger say so, with both figures side by side', { tags: ['slow'] }, async () => {
    open();
    await screen.findByText('The schedules match the ledger.');
    const table = within(screen.getByRole('table', { name: 'Schedules and ledger' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Value (LKR)VAT (LKR)',
      'Schedules (01 + debit notes - credit notes)28,500.005,130.00',
      'Ledger28,500.005,130.00',
      'Difference0.000.00',
    ]);
  });

  test('a difference is shown in rupees, and no file can be downloaded', { tags: ['slow'] }, async () => {
    const faults = [{ fault: 'ledger differs' as const, is_warning: false, number: null }];
    open(testSchedules({ ledger: { value: 57_000, vat: 10_260.1 }, is_equal: false, faults }));
    const sentence =
      /LKR -28,500\.00 in value and LKR -5,130\.10 in VAT\. Files cannot be downloaded until they match\.$/;
    await screen.findByText(sentence);
    expect(screen.queryByRole('button', { name: /^Download schedule/ })).toBeNull();
  });

  test('late issues and dates outside the period are warnings beside the files', { tags: ['slow'] }, async () => {
    const faults = [{ fault: 'date outside period' as const, is_warning: true, number: '26NOV_POLA_00147' }];
    open(testSchedules({ faults, late: [{ number: '26NOV_POLA_00147', days: 50 }] }));
    await screen.findByText('26NOV_POLA_00147: the invoice date is outside the period.');
    screen.getByText(/^26NOV_POLA_00147: issued 50 days after the supply\./);
    expect(screen.getAllByRole('button', { name: /^Download schedule/ })).toHaveLength(2);
  });

  test('a tax invoice is issued for an invoice of a tenant who is registered now, after a question', {
    tags: ['slow'],
  }, async () => {
    const plain = testTaxDocument({ title: 'INVOICE', serial: 'INV-A12-202610', may_be_tax_invoice: true });
    const { user, sent } = open(testSchedules(), [plain], {
      'POST /api/tax/invoices/INV-A12-202610/issue': () =>
        Response.json({ message: 'Tax invoice 26OCT_POLA_00002 issued.', document: testTaxDocument() }),
    });
    await user.click(await screen.findByRole('button', { name: /^Issue as tax invoice/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Issue a tax invoice for INV-A12-202610?' });
    await user.click(within(dialog).getByRole('button', { name: 'Issue as tax invoice' }));
    await screen.findByText('Tax invoice 26OCT_POLA_00002 issued.');
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1);
  });

  test('a manager reads the schedules but downloads no file and issues nothing', async () => {
    signInAs('manager');
    open(testSchedules(), [testTaxDocument({ may_be_tax_invoice: true })]);
    await screen.findByText('The schedules match the ledger.');
    expect(screen.queryByRole('button', { name: /^Download schedule/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Issue as tax invoice/ })).toBeNull();
  });
});
