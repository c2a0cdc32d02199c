import { cents, sumCents, writeDecimal } from '#billing/money.ts';
import type { MarketReport, TableReport } from '#server/features/legacy/import-market.ts';
import type { ShopReport, TenancyReport } from '#server/features/legacy/import-shops.ts';

/** The maximum number of lines on the screen. The report in the folder has all lines. */
export const MOST_LINES = 400;

/** Returns the report as lines of text. Amounts are in rupees. */
export function describeImport(report: MarketReport): string[] {
  const { notes, tables, findings, shops, accounts, vatByMonth, unexplained, hash } = report;
  if (report.outcome === 'again') return [];
  return [
    `Dump ${hash}`,
    ...notes,
    '',
    row(['Rows', 'read', 'imported', 'changed', 'rejected']),
    ...tables.map(describeTable),
    '',
    `Findings: ${findings.length}`,
    ...findings.map(({ table, key, code, outcome, detail }) =>
      `  ${table} ${key}: ${code}, ${outcome} ${detail}`.trimEnd(),
    ),
    '',
    'Amounts due and balances: here, and in the previous system',
    ...shops.flatMap(describeShop),
    '',
    'VAT of imported invoices by month, which VAT schedules exclude',
    ...vatByMonth.map(({ month, vat }) => `  ${month}  ${writeDecimal(vat)}`),
    '',
    'Accounts',
    ...accounts.map(
      ({ email, role, link }) =>
        `  ${email}, ${role}: ${link === null ? 'signs in once with the old password, within 30 days' : describeLink(report, link)}`,
    ),
    ...(unexplained.length > 0
      ? ['', 'Figures that differ without a reason', ...unexplained.map((line) => `  ${line}`)]
      : []),
  ];
}

/** Omits the link in a dry run, because its token is rolled back and the link would not work. */
function describeLink({ outcome }: MarketReport, link: string): string {
  return outcome === 'written' ? `chooses a password at ${link} within 7 days` : 'gets a link to choose a password';
}

function row([first = '', ...figures]: readonly string[]): string {
  return [first.padEnd(16), ...figures.map((figure) => figure.padStart(9))].join(' ');
}

function describeTable({ table, read, imported, changed, rejected }: TableReport): string {
  return row([table, ...[read, imported, changed, rejected].map(String)]);
}

function describeShop({ shopId, importedAs, tenancies }: ShopReport): string[] {
  const name = importedAs === shopId ? importedAs : `${importedAs} (was ${shopId})`;
  return tenancies.length === 0 ? [`  ${name}: no tenant`] : tenancies.flatMap((one) => describeTenancy(name, one));
}

function describeTenancy(shop: string, tenancy: TenancyReport): string[] {
  const { name, from, to, legacy, ours } = tenancy;
  const moved = [
    ['forgiven', tenancy.forgiven],
    ['transferred', tenancy.transferredIn],
    ['adjustment', tenancy.adjustment],
    ['credit used', cents(totalOf(legacy) - totalOf(ours))],
  ] as const;
  const entries = moved.flatMap(([word, amount]) => (amount === 0 ? [] : `${word} ${writeDecimal(amount)}`));
  return [
    `  ${shop}, ${name}, ${from} to ${to ?? 'now'}: ${describeStanding(ours)}; before: ${describeStanding(legacy)}`,
    ...(entries.length > 0 ? [`    payments ${writeDecimal(tenancy.payments)}, ${entries.join(', ')}`] : []),
  ];
}

type Standing = TenancyReport['ours'];

function totalOf({ due }: Standing): number {
  return sumCents(Object.values(due));
}

function describeStanding({ due, balance }: Standing): string {
  const parts = Object.entries(due).flatMap(([kind, amount]) =>
    amount === 0 ? [] : `${kind} ${writeDecimal(amount)}`,
  );
  const list = parts.length > 0 ? ` (${parts.join(', ')})` : '';
  return `due ${writeDecimal(sumCents(Object.values(due)))}${list}, balance ${writeDecimal(balance)}`;
}
