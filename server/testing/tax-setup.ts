import type { Sending } from '#contract/call.ts';
import type { tax } from '#contract/tax.ts';

/** A registered centre. The TIN is invented. */
export const TAX_SETUP: Sending<typeof tax.setSetup>['body'] = {
  registered_from: '2026-01-01',
  tin: '900000001',
  form_from: '2026-10-01',
  tax_name: 'Pola Economic Centre',
  tax_address: 'Example Road, Dambulla',
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
  qr_tag: '26',
  qr_block: '17056001MERCHANT00000001T001',
  qr_category: '9399',
  qr_name: 'POLA ECONOMIC CENTRE',
  qr_city: 'DAMBULLA',
  qr_limit: null,
};

export const CERTIFICATE = {
  is_vat_registered: true,
  tin: '900000019-7000',
  tax_name: 'EXAMPLE TRADERS',
  tax_address: '1 Example Street, Dambulla',
};
