import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PricePaper, PricePaperRow } from '#contract/documents/price-paper.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { openFaces, textWidth, type Weight } from '../../documents/outline-text.ts';
import { inScript } from '../../documents/shape-text.ts';
import { takeTurns } from '../../turns.ts';

const MARGIN = 5 * MILLIMETRE;
const GAP = 4 * MILLIMETRE;
const COLUMN_WIDTH = 98 * MILLIMETRE;
const NUMBER_WIDTH = 18;
const AMOUNT_WIDTH = 52;
/** The width that pdfmake adds to four columns with `dense` lines. */
const DENSE_PADDING = 27;
const ITEM_WIDTH = COLUMN_WIDTH - NUMBER_WIDTH - 2 * AMOUNT_WIDTH - DENSE_PADDING;
const ROW_HEIGHT = 11.4;
const HEAD_HEIGHT = 17;
const SIZE = 7;
const USUAL = { size: SIZE, weight: 'regular' } as const;
const SMALLEST_ON_ONE_LINE = 4.6;
const TWO_LINES = 4;
const FILLED = 1.6;
const HEAD_FILL = '#e8efe4';

/**
 * Draws the price sheet in pieces, because measuring all texts of a hundred products at once would make other requests
 * wait too long.
 */
export async function drawPriceSheet(papers: readonly PricePaper[]): Promise<TDocumentDefinitions> {
  await openFaces();
  const [first] = papers;
  const pages: Content[][] = [];
  for (const paper of papers) pages.push(await drawPage(paper));
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: `${first?.title} · ${first?.day}`, author: first?.market ?? '' },
    content: pages.map((stack, at) => ({
      stack,
      ...(at > 0 && { pageBreak: 'before' as const }),
    })),
  };
}

async function drawPage({ market, title, day, page, head, columns }: PricePaper): Promise<Content[]> {
  const drawn: ContentTable[] = [];
  for (const rows of columns) drawn.push(await drawColumn(head, rows));
  return [
    { ...inScript(market), bold: true, fontSize: 13, alignment: 'center' },
    {
      ...inScript([title, day, page].filter((text) => text !== undefined).join(' · ')),
      fontSize: 9.5,
      alignment: 'center',
      margin: [0, 0, 0, 4],
    },
    { columns: drawn, columnGap: GAP },
  ];
}

async function drawColumn(
  head: PricePaper['head'],
  rows: PricePaper['columns'][number],
): Promise<ContentTable & { width: number }> {
  const body = [drawHead(head)];
  for (const row of rows) {
    await takeTurns();
    body.push(drawRow(row));
  }
  return {
    width: COLUMN_WIDTH,
    layout: 'dense',
    table: {
      widths: [NUMBER_WIDTH, ITEM_WIDTH, AMOUNT_WIDTH, AMOUNT_WIDTH],
      heights: [HEAD_HEIGHT, ...rows.map(() => ROW_HEIGHT)],
      body,
    },
  };
}

function drawHead({ number, item, min, max }: PricePaper['head']): TableCell[] {
  const cell = (text: string, width: number) => ({
    ...fitted(text, width, { size: 5.6, weight: 'bold' }),
    bold: true,
    fillColor: HEAD_FILL,
  });
  return [
    cell(number, NUMBER_WIDTH),
    { ...cell(item, ITEM_WIDTH), fontSize: SIZE },
    { ...cell(min, AMOUNT_WIDTH), alignment: 'center' },
    { ...cell(max, AMOUNT_WIDTH), alignment: 'center' },
  ];
}

function drawRow(row: PricePaperRow | undefined): TableCell[] {
  if (!row) return ['', '', '', ''];
  return [
    { ...fitted(row.number, NUMBER_WIDTH), alignment: 'right' },
    fitted(`${row.name} ${row.unit}`.trim(), ITEM_WIDTH),
    { ...fitted(row.min, AMOUNT_WIDTH), alignment: 'right' },
    { ...fitted(row.max, AMOUNT_WIDTH), alignment: 'right' },
  ];
}

/**
 * Returns the text at a size that fits: smaller for a longer text, and on two lines for the longest. A taller row would
 * push others to the next page.
 */
function fitted(text: string, width: number, { size, weight }: { size: number; weight: Weight } = USUAL) {
  const widthOf = (letters: string) => textWidth(letters, size, weight);
  const onOneLine = size * Math.min(1, (width * 0.98) / widthOf(text));
  if (onOneLine >= SMALLEST_ON_ONE_LINE) return { ...inScript(text), fontSize: onOneLine };
  const widest = Math.max(...text.split(' ').map(widthOf));
  const fontSize = Math.min(TWO_LINES, (size * width) / widest, (size * width * FILLED) / widthOf(text));
  return { ...inScript(text), fontSize, lineHeight: 0.9 };
}
