import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { day, monthOf } from '#billing/calendar.ts';
import { cents, toPercent, toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { writeShortDay, writeShortMonth } from '#contract/messages/day-words.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { openFaces, textWidth } from '../../documents/outline-text.ts';
import { inScript } from '../../documents/shape-text.ts';
import { drawBars } from './draw-bars.ts';
import type { ColumnKind, Report, ReportColumn, Value } from './present.ts';

const MARGIN = 24;
const FOOT = 46;
/** The width of an A4 page in landscape within its margins. All widths are in points. */
const WIDTH = 842 - 2 * MARGIN;
/** The width that the table layout `ruled` adds to a column for padding and a line. */
const AROUND = 6.5;
/** The minimum widths of columns. Other columns share the rest. */
const WIDTHS: Partial<Record<ColumnKind, number>> = { month: 36, count: 38, day: 44 };
const PARTS_WIDTH = 54;
/**
 * The minimum width of names, which share the space that the figures leave. It is smaller in Tamil, because the
 * headings of the figures have long words.
 */
const NAME_WIDTHS: Record<Language, number> = { en: 84, si: 84, ta: 60 };
const FIGURE_WIDTH = 42;
const LARGEST_SIZE = 7;
const ANCHOR_SIZE = 7;
const SMALLEST_HEAD_SIZE = 5;

interface Stack {
  title: string;
  kind: ColumnKind;
  columns: { column: ReportColumn; at: number }[];
}

/**
 * Each page has the headings, the last page the total. Names wrap; figures never do, and have the largest size that
 * fits the longest figure.
 */
export async function drawReport(report: Report): Promise<TDocumentDefinitions> {
  await openFaces();
  const { market, asOf, made, anchor, about, language } = report;
  const title = `${report.title}, ${report.period.words}`;
  const say = (key: ApiMessageKey, values: MessageValues = {}) => message(key, values, language);
  return {
    pageSize: 'A4',
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, FOOT],
    info: { title, author: market },
    footer: `${title} · ${say('reports.page', { page: '{page}', pages: '{pages}' })}`,
    content: [
      { ...inScript(title), bold: true, fontSize: 14 },
      {
        ...inScript(`${market} · ${asOf} · ${made} · ${say('reports.inRupees')}`),
        margin: [0, 0, 0, anchor.length > 0 ? 0 : 6],
      },
      anchor.length > 0 ? { ...inScript(anchor.join(' · ')), fontSize: ANCHOR_SIZE, margin: [0, 0, 0, 6] } : [],
      about === undefined ? [] : { ...inScript(about), bold: true, margin: [0, 0, 0, 6] },
      report.picture ? drawBars(report.picture, WIDTH) : [],
      report.rows.length > 0 ? drawTable(report) : { ...inScript(say('reports.empty')), fontSize: 11 },
    ],
  };
}

function drawTable(report: Report): Content {
  const stacks = stackColumns(report);
  const textsOf = (values: readonly Value[]) =>
    stacks.map(({ columns }) => columns.map(({ column, at }) => write(column, values[at], report.language)));
  const lines = report.rows.map(textsOf);
  const total = textsOf(report.totals).with(0, [message('reports.total', {}, report.language)]);
  const { widths, fontSize, headSize } = measure([...lines, total], stacks, report.language);
  return {
    layout: 'ruled',
    fontSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [drawHeads(stacks, headSize), ...lines.map((line) => drawRow(line, stacks)), drawRow(total, stacks, true)],
    },
  };
}

function stackColumns({ columns, rows }: Report): Stack[] {
  const stacks: Stack[] = [];
  for (const [at, column] of columns.entries()) {
    if (column.isLeftOutWhenEmpty && rows.every((row) => !row[at])) continue;
    const last = stacks.at(-1);
    if (last?.title === column.title) last.columns.push({ column, at });
    else stacks.push({ title: column.title, kind: column.kind, columns: [{ column, at }] });
  }
  return stacks;
}

/**
 * Returns the index of the first stack with several figures; undefined if there is none. The column with the names of
 * these figures is inserted before it.
 */
function placeOfParts(stacks: readonly Stack[]): number | undefined {
  const place = stacks.findIndex(({ kind, columns }) => kind === 'money' && columns.length > 1);
  return place < 0 ? undefined : place;
}

function insertAt<Item>(items: readonly Item[], place: number | undefined, item: Item): Item[] {
  return place === undefined ? [...items] : items.toSpliced(place, 0, item);
}

interface Measures {
  widths: number[];
  fontSize: number;
  headSize: number;
}

function measure(lines: readonly string[][][], stacks: readonly Stack[], language: Language): Measures {
  const place = placeOfParts(stacks);
  const parts = place === undefined ? 0 : widthOfParts(stacks[place]);
  const fixed = stacks.map(({ kind, title }, at) => {
    const least = WIDTHS[kind];
    if (least === undefined) return 0;
    const cells = widestOf([...new Set(lines.flatMap((line) => line[at] ?? []))]);
    return Math.max(least, LARGEST_SIZE * cells, SMALLEST_HEAD_SIZE * widestOf(title.split(' ')));
  });
  const figures = stacks.filter(({ kind }) => kind === 'money').length;
  const names = stacks.length - figures - fixed.filter((width) => width > 0).length;
  const around = AROUND * (stacks.length + (place === undefined ? 0 : 1));
  const free = WIDTH - around - fixed.reduce((sum, width) => sum + width, parts);
  const longest = lines
    .flatMap((line) => line.filter((_, at) => stacks[at]?.kind === 'money').flat())
    .reduce((most, text) => Math.max(most, lengthOf(text)), 0);
  const words = stacks.filter(({ kind }) => kind === 'money').flatMap(({ title }) => title.split(' '));
  const wanted = Math.max(FIGURE_WIDTH, longest * LARGEST_SIZE, widestOf(words) * LARGEST_SIZE);
  const figure = Math.min(wanted, (free - names * NAME_WIDTHS[language]) / figures);
  const name = (free - figure * figures) / names;
  const widths = stacks.map(({ kind }, at) => fixed[at] || (kind === 'money' ? figure : name));
  const headSize = stacks.reduce(
    (size, { title }, at) => Math.min(size, (widths[at] ?? 0) / widestOf(title.split(' '))),
    LARGEST_SIZE,
  );
  return { widths: insertAt(widths, place, parts), fontSize: Math.min(LARGEST_SIZE, figure / longest), headSize };
}

/** Returns the width of the column with the names of stacked figures, in which no name wraps. */
function widthOfParts(stack: Stack | undefined): number {
  return Math.max(PARTS_WIDTH, LARGEST_SIZE * widestOf(stack?.columns.map(({ column }) => column.part ?? '') ?? []));
}

/** Returns the width of the widest text in bold at font size 1, with a little to spare. */
function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, 1.03 * textWidth(text, 1, 'bold')), 0);
}

/**
 * Returns the approximate width of a figure at font size 1, with a little to spare. All digits are equally wide, and
 * punctuation is about half as wide.
 */
function lengthOf(figure: string): number {
  const digits = figure.replaceAll(/\D/g, '').length;
  return 0.58 * digits + 0.33 * (figure.length - digits);
}

function drawHeads(stacks: readonly Stack[], fontSize: number): TableCell[] {
  const heads = stacks.map(
    (stack): TableCell => ({ ...inScript(stack.title), fontSize, bold: true, alignment: alignmentOf(stack) }),
  );
  return insertAt(heads, placeOfParts(stacks), '');
}

function drawRow(line: readonly string[][], stacks: readonly Stack[], bold = false): TableCell[] {
  const place = placeOfParts(stacks);
  const parts = stacks[place ?? -1]?.columns.map(({ column }) => column.part).join('\n') ?? '';
  const cells = stacks.map((stack, at) => drawCell(line[at] ?? [], stack, bold));
  return insertAt(cells, place, { ...inScript(parts), bold });
}

function drawCell(texts: readonly string[], stack: Stack, bold: boolean): TableCell {
  const alignment = alignmentOf(stack);
  if (alignment === 'right') return { text: texts.join('\n'), alignment, bold };
  return { ...inScript(texts.filter(Boolean).join('\n')), bold };
}

function alignmentOf({ kind }: Stack): 'right' | 'left' {
  return kind === 'money' || kind === 'count' ? 'right' : 'left';
}

function write({ kind }: ReportColumn, value: Value, language: Language): string {
  if (value === undefined) return '';
  switch (kind) {
    case 'money':
      return writeFigure(toRupees(cents(Number(value))));
    case 'percent':
      return `${toPercent(Number(value))}%`;
    case 'month':
      return writeShortMonth(monthOf(day(`${value}-01`)), language);
    case 'day':
      return writeShortDay(day(`${value}`), language);
    case 'text':
    case 'count':
      return String(value);
  }
}
