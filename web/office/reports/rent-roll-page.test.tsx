import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type RentRollRow, reports } from '#contract/reports.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const CALL = 'GET /api/reports/rent-roll?month=2026-10';
const PAGE = '/rent-roll?year=2026&month=10';
const ANCHOR = { line: 'Pola anchor; Dambulla; 2026-11-20; entry 7; 0a1b', code: '0A1B2C3D4E' };
const NOTHING = { rent: 0, operation_fee: 0, vat: 0, other: 0, fine: 0, total: 0 };

function rowOf(more: Partial<RentRollRow>): unknown {
  return {
    shop_id: 'A-1',
    shop_name: 'Nimal Stores',
    is_vacant: false,
    tenancy_id: 1,
    tenant_name: 'Nimal Perera',
    started_on: '2025-01-01',
    ended_on: null,
    agreement_number: 'L-17/2026',
    rent: 8000,
    operation_fee: 2000,
    vat_rate: 18,
    invoice_id: 'INV-A-1-202610',
    billed: { rent: 8000, operation_fee: 2000, vat: 1800, other: 0, fine: 0, total: 11_800 },
    paid: 10_000,
    due: 1800,
    due_in_all: 4200,
    deposit_held: 20_000,
    rent_not_earned: 0,
    ...more,
  };
}

const VACANT = rowOf({
  shop_id: 'A-10',
  shop_name: 'Hill Onions',
  is_vacant: true,
  tenancy_id: null,
  tenant_name: null,
  started_on: null,
  agreement_number: '',
  rent: null,
  operation_fee: null,
  vat_rate: null,
  invoice_id: null,
  billed: NOTHING,
  paid: 0,
  due: 0,
  due_in_all: 0,
  deposit_held: 0,
  rent_not_earned: 5000,
});

function rollOf(rows: readonly unknown[]): Response {
  return Response.json(
    reports.rentRoll.answer.parse({
      month: '2026-10',
      as_of: '2026-11-20T06:30:00.000Z',
      anchor: ANCHOR,
      rows,
      totals: {
        rent: 8000,
        operation_fee: 2000,
        billed: { ...NOTHING, total: 23_600 },
        paid: 10_000,
        due: 13_600,
        due_in_all: 16_000,
        deposit_held: 20_000,
        rent_not_earned: 5000,
      },
      shops: { count: 2, let: 1, vacant: 1, vacancy_of_shops: 50, vacancy_of_rent: 38.5 },
    }),
  );
}

beforeAll(() => importOf('/rent-roll')());
beforeEach(() => signInAs('manager'));

const card = async (name: string) => (await screen.findByRole('region', { name })).textContent;
const rowNamed = (name: RegExp) => screen.findByRole('row', { name });

test('cards show the sums of the month, and the page the instant of its amounts', { tags: ['slow'] }, async () => {
  answerCalls({ [CALL]: () => rollOf([rowOf({}), VACANT]) });
  openOffice(PAGE);
  await screen.findByText(/Amounts as of 20 Nov 2026, 12:00:00/);
  screen.getByText(`${ANCHOR.line} · Audit code ${ANCHOR.code}`);
  expect(await card('Shops')).toContain('1 let, 1 vacant');
  expect(await card('Vacancy')).toMatch(
    /50%of shops are vacant; 38\.5% of the rent \(LKR\u00a05,000\.00\) is not earned/,
  );
  expect(await card('Monthly rent')).toContain('LKR 8,000.00');
  expect(await card('Billed')).toContain('LKR 23,600.00');
  expect(await card('Total due')).toContain('LKR 16,000.00');
  expect(await card('Deposits held')).toContain('LKR 20,000.00');
});

test('a row has the tenancy and its money, a vacant shop the rent that is not earned', { tags: ['slow'] }, async () => {
  answerCalls({ [CALL]: () => rollOf([rowOf({}), VACANT]) });
  const { user } = openOffice(PAGE);
  const row = await rowNamed(/A-1 Nimal Stores/);
  expect(row.textContent).toMatch(/Nimal Pererasince 1 Jan 2025.*8,000\.00.*11,800\.00.*1,800\.00.*4,200\.00/);
  expect(within(row).getByRole('link', { name: 'Nimal Perera' }).getAttribute('href')).toBe('/tenancy/1');
  expect((await rowNamed(/A-10/)).textContent).toMatch(/Vacant.*5,000\.00/);
  await user.click(screen.getByRole('button', { name: 'Details of A-1 Nimal Perera' }));
  for (const text of ['L-17/2026', '18%', 'INV-A-1-202610']) await screen.findByText(text);
});

test('the rent of a shop that changed hands is not added up twice', { tags: ['slow'] }, async () => {
  const former = rowOf({ ended_on: '2026-10-15' as never });
  answerCalls({ [CALL]: () => rollOf([former, rowOf({ tenancy_id: 2, tenant_name: 'Kamal Silva' })]) });
  openOffice(PAGE);
  expect((await rowNamed(/Nimal Perera/)).textContent).toContain('1 Jan 2025 – 15 Oct 2026');
  const total = await rowNamed(/Total(?! due)/);
  expect(total.textContent).toContain('23,600.00');
  expect(total.textContent).not.toContain('16,000.00');
});

test('shops are searched by tenant, and another month is loaded', { tags: ['slow'] }, async () => {
  const sent = answerCalls({
    [CALL]: () => rollOf([rowOf({}), VACANT]),
    'GET /api/reports/rent-roll?month=2026-02': () => rollOf([]),
  });
  const { user, address } = openOffice(PAGE);
  await user.type(await screen.findByRole('searchbox', { name: 'Search by shop or tenant' }), 'vacant');
  await waitFor(() => expect(screen.queryByText('Nimal Perera')).toBeNull());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'Feb');
  await waitFor(() => expect(sent.at(-1)?.call).toBe('GET /api/reports/rent-roll?month=2026-02'));
  expect(address()).toContain('month=2');
});

test('a month without shops, and a failure, are explained', { tags: ['slow'] }, async () => {
  answerCalls({ [CALL]: () => rollOf([]) });
  openOffice(PAGE);
  await screen.findByText('No shops in this month. Choose a later month.');
  answerCalls({ 'GET /api/reports/rent-roll?month=2026-09': () => refuse('internal') });
  openOffice('/rent-roll?year=2026&month=9');
  await screen.findByText(/Could not load the rent roll\./);
});

test('ticket staff see that they may not read the rent roll', async () => {
  signInAs('tiketing');
  openOffice(PAGE);
  await screen.findByRole('heading', { level: 1, name: 'Not allowed' });
});
