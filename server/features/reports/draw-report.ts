import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { day, monthOf } from '#billing/calendar.ts';
import { cents, toPercent, toRupees } from '#billing/money.ts';
import { writeDay, writeFigure, writeMonth } from '#contract/documents/figures.ts';
import { message } from '#contract/messages/message.ts';
import { inScript } from '../../documents/shape-text.ts';
import type { ColumnKind, Report, ReportColumn, Value } from './present.ts';

const MARGIN = 24;
const FOOT = 46;
/** A4 landscape within its margins; all widths are in points. */
const WIDTH = 842 - 2 * MARGIN;
/** What the table layout `ruled` adds to a column: padding and a line. */
const AROUND = 6.5;
const WIDTHS: Partial<Record<ColumnKind, number>> = { month: 36, count: 38, day: 44 };
const PARTS_WIDTH = 54;
/** Least width of names, which share what the figures leave. */
const NAME_WIDTH = 84;
/** Width of the longest word of a heading. */
const FIGURE_WIDTH = 42;
const LARGEST_SIZE = 7;

interface Stack {
  title: string;
  kind: ColumnKind;
  columns: { column: ReportColumn; at: number }[];
}

/**
 * A4 landscape with heads on every page, page numbers and the total last. Names wrap; figures never do and use the
 * largest size that fits the longest.
 */
export function drawReport(report: Report): TDocumentDefinitions {
  const { title, market, month, asOf, made, about } = report;
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, FOOT],
    info: { title: `${title}, ${writeMonth(month)}`, author: market },
    footer: `${title}, ${writeMonth(month)} · ${message('reports.page', { page: '{page}', pages: '{pages}' })}`,
    content: [
      { text: `${title}, ${writeMonth(month)}`, bold: true, fontSize: 14 },
      { ...inScript(`${market} · ${asOf} · ${made} · ${message('reports.inRupees')}`), margin: [0, 0, 0, 6] },
      about === undefined ? [] : { text: about, bold: true, margin: [0, 0, 0, 6] },
      report.rows.length > 0 ? drawTable(report) : { text: message('reports.empty'), fontSize: 11 },
    ],
  };
}

function drawTable(report: Report): Content {
  const stacks = stackColumns(report);
  const textsOf = (values: readonly Value[]) =>
    stacks.map(({ columns }) => columns.map(({ column, at }) => write(column, values[at])));
  const lines = report.rows.map(textsOf);
  const total = textsOf(report.totals).with(0, [message('reports.total')]);
  const { widths, fontSize } = measure([...lines, total], stacks);
  return {
    layout: 'ruled',
    fontSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [drawHeads(stacks), ...lines.map((line) => drawRow(line, stacks)), drawRow(total, stacks, true)],
    },
  };
}

/** Consecutive columns with one title are merged; optional empty ones are left out. */
function stackColumns({ columns, rows }: Report): Stack[] {
  const stacks: Stack[] = [];
  for (const [at, column] of columns.entries()) {
    if (column.isLeftOutWhenEmpty && rows.every((row) => row[at] === 0)) continue;
    const last = stacks.at(-1);
    if (last?.title === column.title) last.columns.push({ column, at });
    else stacks.push({ title: column.title, kind: column.kind, columns: [{ column, at }] });
  }
  return stacks;
}

/** Names of stacked figures go before the first of them; single figures have none. */
function placeOfParts(stacks: readonly Stack[]): number | undefined {
  const place = stacks.findIndex(({ kind, columns }) => kind === 'money' && columns.length > 1);
  return place < 0 ? undefined : place;
}

function insertAt<Item>(items: readonly Item[], place: number | undefined, item: Item): Item[] {
  return place === undefined ? [...items] : items.toSpliced(place, 0, item);
}

function measure(lines: readonly string[][][], stacks: readonly Stack[]): { widths: number[]; fontSize: number } {
  const place = placeOfParts(stacks);
  const fixed = stacks.map(({ kind }) => WIDTHS[kind] ?? 0);
  const figures = stacks.filter(({ kind }) => kind === 'money').length;
  const names = stacks.length - figures - fixed.filter((width) => width > 0).length;
  const around = AROUND * (stacks.length + (place === undefined ? 0 : 1));
  const taken = fixed.reduce((sum, width) => sum + width, place === undefined ? 0 : PARTS_WIDTH);
  const free = WIDTH - around - taken;
  const longest = lines
    .flatMap((line) => line.filter((_, at) => stacks[at]?.kind === 'money').flat())
    .reduce((most, text) => Math.max(most, lengthOf(text)), 0);
  const wanted = Math.max(FIGURE_WIDTH, longest * LARGEST_SIZE);
  const figure = Math.min(wanted, (free - names * NAME_WIDTH) / figures);
  const name = (free - figure * figures) / names;
  const widths = stacks.map(({ kind }, at) => fixed[at] || (kind === 'money' ? figure : name));
  return { widths: insertAt(widths, place, PARTS_WIDTH), fontSize: Math.min(LARGEST_SIZE, figure / longest) };
}

/** Width at size 1 with some reserve: all digits are equally wide, punctuation half of that. */
function lengthOf(figure: string): number {
  const digits = figure.replaceAll(/\D/g, '').length;
  return 0.58 * digits + 0.33 * (figure.length - digits);
}

function drawHeads(stacks: readonly Stack[]): TableCell[] {
  const heads = stacks.map((stack): TableCell => ({ text: stack.title, bold: true, alignment: alignmentOf(stack) }));
  return insertAt(heads, placeOfParts(stacks), '');
}

function drawRow(line: readonly string[][], stacks: readonly Stack[], bold = false): TableCell[] {
  const place = placeOfParts(stacks);
  const parts = stacks[place ?? -1]?.columns.map(({ column }) => column.part).join('\n') ?? '';
  const cells = stacks.map((stack, at) => drawCell(line[at] ?? [], stack, bold));
  return insertAt(cells, place, { text: parts, bold });
}

function drawCell(texts: readonly string[], stack: Stack, bold: boolean): TableCell {
  const alignment = alignmentOf(stack);
  if (alignment === 'right') return { text: texts.join('\n'), alignment, bold };
  return { ...inScript(texts.filter(Boolean).join('\n')), bold };
}

function alignmentOf({ kind }: Stack): 'right' | 'left' {
  return kind === 'money' || kind === 'count' ? 'right' : 'left';
}

function write({ kind }: ReportColumn, value: Value): string {
  if (value === undefined) return '';
  switch (kind) {
    case 'money':
      return writeFigure(toRupees(cents(Number(value))));
    case 'percent':
      return `${toPercent(Number(value))}%`;
    case 'month':
      return writeMonth(monthOf(day(`${value}-01`)));
    case 'day':
      return writeDay(day(`${value}`));
    case 'text':
    case 'count':
      return String(value);
  }
}
