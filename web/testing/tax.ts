import { type TaxDocument, type TaxSetupAnswer, tax, type VatSchedulesAnswer } from '#contract/tax.ts';

export function testTaxSetup(more: Partial<TaxSetupAnswer> = {}): TaxSetupAnswer {
  return tax.getSetup.answer.parse({
    registered_from: null,
    tin: '',
    tax_name: '',
    tax_address: '',
    form_from: '2026-10-01',
    amounts: 'cents',
    separator: '_',
    reset: 'never',
    pad: 5,
    unit: 'POLA',
    first_number: 1,
    credit_unit: 'POLACN',
    debit_unit: 'POLADN',
    plain_numbers: 'own',
    words: true,
    place_of_supply: '',
    date_of_supply: 'month-start',
    period_by: 'supply',
    vat_period: 'month',
    unregistered: 'rows',
    issued_by_me: 'Y',
    qr_code: '',
    qr_is_read: false,
    qr_limit: null,
    ...more,
  });
}

export function testTaxDocument(more: Partial<TaxDocument> = {}): TaxDocument {
  const [document] = tax.documents.answer.parse([
    {
      document_id: 1,
      invoice_id: 'INV-A12-202610',
      shop_id: 'A12',
      tenancy_id: 4,
      kind: 'invoice',
      title: 'TAX INVOICE',
      serial: '26OCT_POLA_00001',
      issued_on: '2026-10-01',
      supplied_on: '2026-10-01',
      language: 'en',
      supplier: { tin: '900000001', name: 'Pola Economic Centre', address: 'Example Road' },
      purchaser: { tin: '900000019', name: 'EXAMPLE TRADERS', address: '1 Example Street' },
      lines: [{ text: 'Rent for shop A12, October 2026', quantity: '1 month', value: 28_500 }],
      vat_rate: 18,
      shows_vat: true,
      value: 28_500,
      vat: 5130,
      total: 33_630,
      place_of_supply: null,
      total_in_words: null,
      statement: null,
      original: null,
      reason: '',
      prints: 1,
      replaced_by: null,
      issued_at: '2026-10-01T03:00:00.000Z',
      issued_by: 'kumari@example.com',
      may_be_tax_invoice: false,
      ...more,
    },
  ]);
  if (!document) throw new Error('no document');
  return document;
}

export function testSchedules(more: Partial<VatSchedulesAnswer> = {}): VatSchedulesAnswer {
  return tax.schedules.answer.parse({
    period: '2641',
    first: '2026-10-01',
    last: '2026-10-31',
    return_due: '2026-11-30',
    invoices: [
      {
        date: '2026-10-01',
        number: '26OCT_POLA_00001',
        tin: '900000019',
        name: 'EXAMPLE TRADERS',
        description: 'Rent and operation fee of shop A12 2026-10',
        value: 28_500,
        vat: 5130,
      },
    ],
    notes: [],
    output: { value: 28_500, vat: 5130 },
    ledger: { value: 28_500, vat: 5130 },
    rounding: { value: 0, vat: 0 },
    is_equal: true,
    faults: [],
    late: [],
    files: [],
    next: [
      { schedule: '01', version: 1, name: '900000001_VAT_SCHEDULE01_2641_20261120_ORIGINAL_V1.csv' },
      { schedule: '04', version: 1, name: '900000001_VAT_SCHEDULE04_2641_20261120_ORIGINAL_V1.csv' },
    ],
    ...more,
  });
}
