import { expect } from '@playwright/test';
import { dayOf, paymentInstant } from '#billing/calendar.ts';
import { totalDebt, unpaidOfCharge } from '#billing/ledger.ts';
import { dashboard, type MonthSums } from '#contract/dashboard.ts';
import type { LoadedLedger } from '#server/features/ledger/load-ledger.ts';
import { monthFigures } from '#server/testing/month-figures.ts';
import { wallClock } from '#web/ui/format/dates.ts';
import {
  centsIn,
  closeMarkets,
  type Exported,
  type ExportedRow,
  exportMarkets,
  monthsOf,
  REPORTS,
  reportSheet,
  SOURCES,
  tableInSheet,
  tablesOf,
  test,
  toldOf,
} from './support/exported-sheets.ts';
import './support/office-texts.ts';
import { NAMED, NOTE } from './support/random-market.ts';

for (const source of SOURCES) {
  test.describe(source.title, { tag: source.tag }, () => {
    test.beforeAll(async ({ browser }) => {
      test.setTimeout(240_000);
      await exportMarkets(browser, source);
    });
    test.afterAll(closeMarkets);

    test('a spreadsheet has bold headings, a bold total that adds up to the cent, and no formula', ({ markets }) => {
      for (const market of markets) {
        const cells = [...market.sheets.values()].flatMap(({ rows }) => rows.flat());
        expect(cells.filter((cell) => cell?.isFormula)).toEqual([]);
        for (const [name, { rows }] of tablesOf(market)) {
          const [headings = [], ...lines] = rows;
          const total = lines.at(-1) ?? [];
          expect([...headings, ...total].filter((cell) => cell && !cell.isBold)).toEqual([]);
          expect(total[0]?.value).toBe('Total');
          const summed = total.flatMap((cell, at) => (cell?.type === 'float' ? [at] : []));
          expect(summed.length, name).toBeGreaterThan(0);
          const sums = summed.map((at) => addUp(lines.slice(0, -1), (row) => centsIn(row[at])));
          expect(
            summed.map((at) => centsIn(total[at])),
            name,
          ).toEqual(sums);
        }
      }
    });

    test('numbers are numbers, dates are dates and words are words', ({ markets }) => {
      for (const market of markets) {
        const wrong = tablesOf(market).flatMap(
          ([
            name,
            {
              rows: [headings = [], ...lines],
            },
          ]) =>
            headings.flatMap((heading, at) => {
              const wanted = typeOf(String(heading?.value), name);
              const cells = lines.slice(0, -1).flatMap((row) => row[at] ?? []);
              return cells
                .filter(({ type }) => type !== wanted)
                .map(({ value }) => `${name}: ${heading?.value}: ${value}`);
            }),
        );
        expect(wrong).toEqual([]);
      }
    });

    test('Sinhala, Tamil and names that look like formulas are exported unchanged', ({ markets }) => {
      for (const market of markets) {
        const reported = REPORTS.map((report) => reportSheet(report, monthsOf(market)[1]));
        for (const [name, headings] of [
          ['Invoices', ['Shop ID', 'Shop Name', 'Tenant']],
          ['Payments', ['Shop', 'Shop name', 'Tenant']],
          ...reported.map((sheet) => [sheet, ['Shop: ID', 'Shop: Name', 'Tenant']] as const),
        ] as const) {
          const { rows } = tableInSheet(market, name);
          expect(rows.length, name).toBeGreaterThan(0);
          for (const row of rows) {
            const [shop_id, shop_name, tenant] = headings.map((heading) => row[heading]?.value);
            expect(NAMED).toContainEqual({ shop_id, shop_name, tenant });
          }
        }
        const notes = tableInSheet(market, 'Payments').rows.map(({ Note }) => Note?.value);
        expect(notes.filter((note) => note === NOTE)).toHaveLength(NAMED.length);
        for (const { shop_id, shop_name, tenant } of NAMED) {
          const told = toldOf(market, `Shop summary ${shop_id}/Shop`);
          expect([told.get('Shop name')?.value, told.get('Name')?.value]).toEqual([shop_name, tenant]);
        }
      }
    });

    test('the invoices equal a fold of the entries, to the cent', ({ markets }) => {
      for (const market of markets) {
        const { rows, total } = tableInSheet(market, 'Invoices');
        expect(rows).toHaveLength(market.ledger.flatMap(({ ledger }) => ledger.invoices).length);
        expect(centsUnder(total, ['Rent Amount', 'Operation Fee', 'VAT', 'Total Paid'])).toEqual([
          ...['Rent', 'OperationFee', 'VAT'].map((kind) => addUp(chargesOf(market.ledger, kind), ({ cents }) => cents)),
          addUp(chargesOf(market.ledger), ({ paidCents }) => paidCents),
        ]);
      }
    });

    test('the dashboard adds the same invoices up to the same sums, to the cent', async ({ markets }) => {
      for (const market of markets) {
        const { total } = tableInSheet(market, 'Invoices');
        const months = await dashboardMonths(market);
        const paid = addUp(months, ({ rentSums, vatSums, fineSums, operationFeeSums }) =>
          addUp(
            [rentSums.total_rent_paid, vatSums.total_vat_paid, fineSums.total_fine_paid],
            toCents,
            toCents(operationFeeSums.total_operation_paid),
          ),
        );
        expect(centsUnder(total, ['Rent Amount', 'Operation Fee', 'VAT', 'Total Paid'])).toEqual([
          addUp(months, ({ rentSums }) => toCents(rentSums.total_rent_amount)),
          addUp(months, ({ operationFeeSums }) => toCents(operationFeeSums.total_operation_amount)),
          addUp(months, ({ vatSums }) => toCents(vatSums.total_vat_amount)),
          paid,
        ]);
      }
    });

    test('each payment and correction is in the sheet with its time by the clock of the market, to the cent', ({
      markets,
    }) => {
      for (const market of markets) {
        const listed = tableInSheet(market, 'Payments').rows.map(
          (row) => `${row['Payment ID']?.value} ${centsIn(row.Amount)} ${row.Date?.value}`,
        );
        const standing = takenOf(market.ledger).map(
          ({ id, cents, effective_at }) =>
            `${id} ${cents} ${wallClock(paymentInstant(dayOf(effective_at)))
              .toISOString()
              .slice(0, 19)}`,
        );
        expect(sorted(listed)).toEqual(sorted(standing));
      }
    });

    test("the arrears equal a fold of each shop's entries, to the cent", ({ markets }) => {
      for (const market of markets) {
        const listed = tableInSheet(market, 'Arrears').rows.map(
          (row) => `${row.Shop?.value} ${centsIn(row['Amount due'])}`,
        );
        const owing = market.ledger.filter(({ ledger }) => totalDebt(ledger) > 0);
        expect(sorted(listed)).toEqual(sorted(owing.map(({ shop, ledger }) => `${shop.shop_id} ${totalDebt(ledger)}`)));
      }
    });

    test('the workbook of a shop equals a fold of its entries, to the cent', ({ markets }) => {
      for (const market of markets) {
        for (const opened of market.ledger) {
          const { shop, ledger } = opened;
          const file = `Shop summary ${shop.shop_id}`;
          const told = toldOf(market, `${file}/Shop`);
          expect(centsIn(told.get('Amount due'))).toBe(totalDebt(ledger));
          expect(centsIn(told.get('Shop balance'))).toBe(ledger.balanceCents);
          const charges = chargesOf([opened]);
          const { total } = tableInSheet(market, `${file}/Invoices`);
          expect(centsUnder(total, ['Invoice charges', 'Paid', 'Amount due'])).toEqual([
            addUp(charges, ({ cents }) => cents),
            addUp(charges, ({ paidCents }) => paidCents),
            addUp(charges, unpaidOfCharge),
          ]);
          const payments = tableInSheet(market, `${file}/Payments`);
          expect(payments.rows).toHaveLength(takenOf([opened]).length);
          expect(centsIn(payments.total.Amount)).toBe(addUp(takenOf([opened]), ({ cents }) => cents));
        }
      }
    });

    test('the three reports equal a fold of the entries up to the end of their month, to the cent', ({ markets }) => {
      for (const market of markets) {
        for (const month of monthsOf(market)) {
          const figures = market.ledger.map((opened) => monthFigures(opened, month));
          const expected = [
            figures.filter(({ isListed }) => isListed).map(({ rent }) => rent),
            figures.filter(({ due }) => due['Total due'] > 0).map(({ due }) => due),
            figures.filter(({ isListedWithPayments }) => isListedWithPayments).map(({ payment }) => payment),
          ];
          for (const [at, report] of REPORTS.entries()) {
            const { rows } = tableInSheet(market, reportSheet(report, month));
            const headings = Object.keys(expected[at]?.[0] ?? {});
            const told = rows.map((row) =>
              Object.fromEntries(headings.map((heading) => [heading, row[heading]?.value])),
            );
            expect(told).toEqual(expected[at]);
            expect(rows.filter(({ Month: cell }) => cell?.value !== `${month}-01`)).toEqual([]);
          }
        }
      }
    });
  });
}

const DATES = ['Date', 'Due', 'Created At', 'Prev Payment Date', 'Last payment'];
const WORDS = [
  'Invoice ID',
  'Shop ID',
  'Shop',
  'Shop: ID',
  'Shop: Name',
  'Shop name',
  'Shop Name',
  'Tenant',
  'Status',
  'Payment ID',
  'Received by',
  'Method',
  'Invoice',
  'Note',
];

function typeOf(heading: string, name: string): string {
  if (heading === 'Month') return REPORTS.some((report) => name.startsWith(report)) ? 'date' : 'string';
  if (DATES.includes(heading)) return 'date';
  return WORDS.includes(heading) ? 'string' : 'float';
}

async function dashboardMonths({ ledger, office }: Exported): Promise<MonthSums[]> {
  const years = new Set(ledger.flatMap((shop) => shop.ledger.invoices.map(({ month }) => month.slice(0, 4))));
  const told = await Promise.all([...years].map((year) => office.ask(dashboard.summary, { query: { year } })));
  return told.flatMap((summary) => ('monthlySummaries' in summary ? summary.monthlySummaries : []));
}

function sorted(lines: readonly string[]): string[] {
  return lines.toSorted((one, other) => one.localeCompare(other));
}

function addUp<Item>(items: readonly Item[], cents: (item: Item) => number, from = 0): number {
  return items.reduce((sum, item) => sum + cents(item), from);
}

function toCents(rupees: number): number {
  return Math.round(rupees * 100);
}

function centsUnder(row: ExportedRow, headings: readonly string[]): number[] {
  return headings.map((heading) => centsIn(row[heading]));
}

function chargesOf(opened: readonly LoadedLedger[], wanted?: string) {
  const charges = opened.flatMap(({ ledger }) => ledger.invoices).flatMap((invoice) => invoice.charges);
  return charges.filter(({ kind }) => wanted === undefined || kind === wanted);
}

function takenOf(opened: readonly LoadedLedger[]) {
  return opened.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'payment' || kind === 'correction');
}
