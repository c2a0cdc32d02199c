/**
 * README's table of figures is made of bench/results.md: each time a section is written, and compared by a test. A
 * figure in README therefore was measured.
 */
type Cells = readonly string[];

const START = '| what | measured |\n| --- | --- |\n';

/** Returns README with the figures of the results. Throws an error if a row of the results or the table is missing. */
export function writeFigures(readme: string, results: string): string {
  const [before, after] = readme.split(START);
  if (after === undefined) throw new Error('README.md has no table of figures.');
  const rest = after.slice(after.search(/^(?!\|)/m));
  return `${before}${START}${figureRows(results).join('\n')}\n${rest}`;
}

function figureRows(results: string): string[] {
  const warm = ['price page, English, warm', 'price page, Sinhala, warm', 'prices by date, warm', 'chart page, warm'];
  const ratios = warm.map((row) => numberIn(results, row, 1)).toSorted((one, other) => one - other);
  const cold = 'price page, cold (rendered)';
  const ms = (row: string, digits = 0) => numberIn(results, row, 1).toFixed(digits);
  const rows: [what: string, measured: string][] = [
    ['cached public page or price list', `${ratios[0]?.toFixed(1)} to ${ratios.at(-1)?.toFixed(1)} x the bare server`],
    [
      'price page of 119 products, not cached',
      `${ms(cold, 1)} x the bare server, ${(numberIn(results, cold, 3) / 1000).toFixed(1)} ms`,
    ],
    ['payment, synced to disk, five years of entries', `p99 ${ms('payment with FULL durability, p99')} ms`],
    [
      'invoices of a month for 144 shops',
      `${(numberIn(results, 'generate-all for 144 shops', 1) / 1000).toFixed(1)} s`,
    ],
    ['ticket, after ten million others', `p99 ${ms('ticket issued with FULL durability, p99')} ms`],
  ];
  return rows.map(([what, measured]) => `| ${what} | ${measured} |`);
}

function numberIn(results: string, row: string, column: number): number {
  const cells = results
    .split('\n')
    .map((line): Cells => line.split('|').map((cell) => cell.trim()))
    .find(([, what]) => what === row);
  const figure = Number(cells?.[column + 1]);
  if (cells === undefined || Number.isNaN(figure)) throw new Error(`bench/results.md has no figure for "${row}".`);
  return figure;
}
