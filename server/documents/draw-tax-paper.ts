import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { TaxPaper, TaxPaperCopy } from '#contract/documents/tax-invoice-paper.ts';
import { CODE_GAP, drawCodes, MILLIMETRE } from './draw-paper.ts';
import { inScript } from './shape-text.ts';

const MARGIN = 8 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
/** Half of an A4 page within the margins, less the padding that pdfmake adds to a row. */
const HALF = (297 * MILLIMETRE - 2 * MARGIN) / 2 - 4;
const AMOUNT_WIDTH = 90;
const QUANTITY_WIDTH = 70;
const LABEL_WIDTH = 135;
/** The padding that pdfmake adds to the columns of a table with `ruled` lines. */
const RULED_PADDING = { two: 13.5, three: 20 };
/** The size at which two languages and several charges fit into half a page. */
const FONT_SIZE = 8;
const GREY = '#444444';

/** Draws both halves of an A4 page in portrait, which is cut in the middle (docs/rules.md, Tax documents). */
export function drawTaxPaper({ name, author, copies }: TaxPaper): TDocumentDefinitions {
  const cut: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.5, dash: { length: 4 } }],
    margin: [0, 0, 0, 10],
  };
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: name, author },
    defaultStyle: { fontSize: FONT_SIZE },
    content: {
      layout: 'noBorders',
      table: {
        widths: [WIDTH],
        heights: HALF,
        dontBreakRows: true,
        body: copies.map((copy, at) => [{ stack: [...(at > 0 ? [cut] : []), ...drawCopy(copy)] }]),
      },
    },
  };
}

function drawCopy(copy: TaxPaperCopy): Content[] {
  const { statement, words } = copy;
  return [
    {
      columns: [
        { ...inScript(copy.title), bold: true, fontSize: 15, width: '*' },
        { ...inScript(copy.mark), bold: true, fontSize: 11, width: 150, alignment: 'right' },
      ],
    },
    {
      margin: [0, 4, 0, 4],
      columnGap: 12,
      columns: [drawParty(copy.supplier, 'left'), drawParty(copy.purchaser, 'right')],
    },
    drawFacts(copy.facts),
    drawLines(copy),
    ...(words === undefined ? [] : [{ ...inScript(words), margin: [0, 2, 0, 0] as [number, number, number, number] }]),
    ...(statement ? [drawStatement(statement)] : []),
  ];
}

function drawParty({ heading, lines }: TaxPaperCopy['supplier'], alignment: 'left' | 'right'): Column {
  const [first = '', second = '', ...rest] = lines;
  return {
    width: '*',
    alignment,
    stack: [
      { ...inScript(heading), color: GREY },
      { ...inScript(first), bold: true },
      ...(second === '' ? [] : [{ ...inScript(second), bold: true }]),
      ...rest.map(inScript),
    ],
  };
}

function drawFacts(facts: TaxPaperCopy['facts']): Content {
  const cells = facts.flatMap(({ label, text }): TableCell[] => [{ ...inScript(label), color: GREY }, inScript(text)]);
  if (facts.length % 2 === 1) cells.push('', '');
  const half = (WIDTH - 2 * LABEL_WIDTH) / 2 - 8;
  return {
    layout: 'tight',
    margin: [0, 0, 0, 4],
    table: {
      widths: [LABEL_WIDTH, half, LABEL_WIDTH, half],
      body: Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(4 * row, 4 * row + 4)),
    },
  };
}

function drawLines({ head, lines, totals }: TaxPaperCopy): Content {
  const row = ({ text, quantity, amount }: TaxPaperCopy['head'], style: object): TableCell[] => [
    { ...inScript(text), ...style },
    { ...inScript(quantity), ...style },
    { ...inScript(amount), ...style, alignment: 'right' },
  ];
  const last = totals.length - 1;
  return {
    layout: 'ruled',
    table: {
      dontBreakRows: true,
      widths: [WIDTH - QUANTITY_WIDTH - AMOUNT_WIDTH - RULED_PADDING.three, QUANTITY_WIDTH, AMOUNT_WIDTH],
      body: [
        row(head, { bold: true }),
        ...lines.map((line) => row(line, {})),
        ...totals.map(({ text, amount }, at): TableCell[] => {
          const style = { bold: at === last };
          return [
            { ...inScript(text), ...style, colSpan: 2 },
            '',
            { ...inScript(amount), ...style, alignment: 'right' },
          ];
        }),
      ],
    },
  };
}

function drawStatement(statement: NonNullable<TaxPaperCopy['statement']>): Content {
  const { title, head, lines, total, notes } = statement;
  const codes = drawCodes(statement);
  const width = WIDTH - codes.width - 2 * codes.columns.length * CODE_GAP - 18;
  const row = ({ text, amount }: { text: string; amount: string }, style: object): TableCell[] => [
    { ...inScript(text), ...style },
    { ...inScript(amount), ...style, alignment: 'right' },
  ];
  const figures: Content = {
    layout: 'tight',
    table: {
      widths: [width - AMOUNT_WIDTH - RULED_PADDING.two, AMOUNT_WIDTH],
      body: [
        row({ text: title, amount: head }, { bold: true }),
        ...lines.map((line) => row(line, {})),
        row(total, { bold: true }),
      ],
    },
  };
  const texts: Column = {
    width,
    stack: [
      figures,
      ...notes.map((note) => ({ ...inScript(note), margin: [0, 1, 0, 0] as [number, number, number, number] })),
    ],
  };
  return {
    margin: [0, 8, 0, 0],
    layout: 'ruled',
    table: { dontBreakRows: true, widths: [WIDTH - 7], body: [[{ columns: [texts, ...codes.columns], columnGap: 8 }]] },
  };
}
