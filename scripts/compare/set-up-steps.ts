import { asks, PROOF } from './steps.ts';

const STAFF = 'admin manager editor tiketing'.split(' ');

export const addAccounts = STAFF.map((role) =>
  asks('POST /api/admin/register', {
    username: `Person of ${role}`,
    email: `${role}@example.com`,
    role,
    password: PROOF.password,
  }),
);

export const settings = [
  asks('PUT /api/settings/centre/contact', {
    hotline: '066 000 1234',
    officePhones: ['000 000 0001'],
    email: 'office@pola.example',
    latitude: 7.86,
    longitude: 80.65,
    place: { en: 'Dambulla', si: 'දඹුල්ල', ta: 'தம்புள்ளை' },
    branchPhones: [{ branch: { en: 'Security', si: '', ta: '' }, phones: ['000 000 0004'] }],
    socialLinks: [{ name: 'Facebook', url: 'https://facebook.example/pola' }],
    name: { en: 'Pola Economic Centre', si: 'පොළ ආර්ථික මධ්‍යස්ථානය', ta: 'பொல பொருளாதார மையம்' },
    address: { en: 'Example Road, Dambulla', si: 'දඹුල්ල', ta: 'தம்புள்ள' },
    openingHours: { opens: '04:30', closes: '22:00', text: { en: 'Daily from 4.30 a.m.', si: '', ta: '' } },
  }),
  asks('PUT /api/settings/centre/bank', {
    bankText: 'Example Bank, account 0000-1111',
    vatRegistration: '123456789-7000',
  }),
  asks('PUT /api/settings/alerts', {
    email_on: true,
    push_on: true,
    push_contact: 'office@pola.example',
    sms_on: false,
    sms_address: '',
    sms_body: '',
    sms_success: '',
  }),
  asks('PUT /api/settings/schedule', {
    generate_invoices: false,
    generate_day: 2,
    apply_fines: false,
    fines_day: 17,
    daily_backup: false,
    backup_days: 30,
  }),
  asks('PUT /api/settings/update-rent-rules', { rent_due_day: 15, fine_rate: 25, from_month: '2026-09' }),
  asks('PUT /api/settings/update-vat-rate', { newVatRate: 18, valid_from: '2026-09-01' }),
  asks('PUT /api/market-days/week', { open_weekdays: [1, 2, 3, 4, 5, 6] }),
  asks('POST /api/market-days/poya', { year: 2026 }),
  asks('PUT /api/market-days/2026-12-25', {
    kind: 'closed',
    reason: 'Lorry strike',
    reason_si: 'ලොරි වර්ජනය',
    reason_ta: 'லொறி வேலைநிறுத்தம்',
  }),
  asks('PUT /api/market-days/2026-12-20', { kind: 'open', reason: 'Before Christmas', reason_si: '', reason_ta: '' }),
  asks('PUT /api/market-days/2026-12-26', {
    kind: 'closed',
    reason: 'Entered by mistake',
    reason_si: '',
    reason_ta: '',
  }),
  asks('DELETE /api/market-days/2026-12-26'),
  asks('PUT /api/gate/tariff', {
    prices: { Lorry: 200, Van: 100, 'Three-Wheeler': 50, Motorbike: 20, Car: 50 },
  }),
  asks('PUT /api/settings/second-factor', { roles: [] }),
];

export const goods = [
  ['Carrot', 'CAR', 'vegetable', 'කැරට්', 'கரட்', 'kg'],
  ['Leeks', 'LEE', 'vegetable', 'ලීක්ස්', 'லீக்ஸ்', 'kg'],
  ['Banana', 'BAN', 'fruit', 'කෙසෙල්', 'வாழை', 'kg'],
  ['Gotukola', 'GOT', 'Leaf Vegetable', 'ගොටුකොළ', 'வல்லாரை', 'bundle'],
  ['Nadu rice', 'NAD', 'rice', '', '', 'kg'],
  ['Okra', 'OKR', 'vegetable', 'බණ්ඩක්කා', 'வெண்டைக்காய்', 'kg'],
].map(([name, code, type, name_si, name_ta, unit], place) =>
  asks('POST /api/products', {
    name,
    code,
    type,
    name_si,
    name_ta,
    unit,
    aliases: `${name} of the hills`,
    list_order: place,
  }),
);

export const addPublications = ['notice', 'news', 'event', 'announcement'].map((type) =>
  asks('POST /api/publications', {
    type,
    topic: `Closed on Poya (${type})`,
    topic_si: 'පොළ',
    topic_ta: 'சந்தை',
    description: 'The market opens again at 4.30 a.m.',
    description_si: 'එන්න',
    description_ta: 'வாருங்கள்',
  }),
);

export const addShops = ['A-12', 'A-13', 'A-14', 'B-7', 'T-1', 'T-2', 'F-1', 'G-1'].map((shop_id) =>
  asks('POST /api/shops', {
    shop_id,
    shop_name: `Shop ${shop_id}`,
    location: 'Block A',
    rent_amount: 8000,
    vat_rate: 18,
    operation_fee: 2000.25,
  }),
);

export const COMPARED_CERTIFICATE = {
  is_vat_registered: true,
  tin: '900000019-7000',
  tax_name: 'EXAMPLE TRADERS',
  tax_address: '1 Example Street, Dambulla',
};
export const person = (name: string) => ({
  name,
  contact: '000 000 0000',
  address: 'Dambulla',
  email: `good.${name.split(' ')[0]?.toLowerCase()}@example.com`,
});
/** Adds tenancies 1 to 7. */
export const addTenants = [
  ['Nimal Perera', 'A-12', 'en'],
  ['Sunil Silva', 'A-13', 'si'],
  ['Ravi Kumar', 'A-14', 'ta'],
  ['Kamala Dias', 'T-1', 'en'],
  ['Mala Fernando', 'T-2', 'si'],
  ['Former Tenant', 'F-1', 'ta'],
  ['Gamini Alwis', 'G-1', 'en'],
].flatMap(([name = '', shop_id = '', language], at) => [
  asks('POST /api/tenants', {
    ...person(name),
    shop_id,
    from: '2026-08-01',
    ...(shop_id === 'T-1' && COMPARED_CERTIFICATE),
  }),
  asks(`PUT /api/tenancies/${at + 1}/agreement`, {
    agreement_number: `L-${at}/2026`,
    agreement_note: 'Two keys handed over',
    language,
  }),
]);

export const COMPARED_TAX = {
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
  qr_code:
    '0002010102112632002817056001MERCHANT00000001T0015204939953031445802LK5920POLA ECONOMIC CENTRE6008DAMBULLA62080504POLA63049C10',
  qr_is_read: false,
  qr_limit: null,
};

export const kinds = [
  asks('POST /api/charge-kinds', {
    name: 'Electricity',
    name_si: 'විදුලිය',
    name_ta: 'மின்சாரம்',
    basis: 'meter',
    unit: 'kWh',
    rate: 45,
    is_vatable: true,
  }),
  asks('POST /api/charge-kinds', { name: 'Cleaning', basis: 'recurring', is_vatable: true }),
  asks('POST /api/charge-kinds', { name: 'Returned cheque', basis: 'fixed', is_vatable: false }),
  asks('PUT /api/charge-kinds/2', { name: 'Cleaning and water', name_si: 'පිරිසිදු කිරීම', name_ta: '', is_vatable: true }),
  asks('PUT /api/charge-kinds/3/archived', { is_archived: true }),
  asks('PUT /api/charge-kinds/3/archived', { is_archived: false }),
];
