import type { Column, Content, ContentTable, TableCell } from 'pdfmake/interfaces.js';
import type { PaperCopy, PaperLine } from '#contract/documents/paper.ts';
import type { Language } from '#contract/languages.ts';
import { drawQr } from './draw-qr.ts';
import { inScript } from './shape-text.ts';

export const MILLIMETRE = 72 / 25.4;

const TITLE_WIDTH = 230;
/**
 * The column widths in points that the longest words need. In a narrower column pdfmake would break a word inside a
 * letter, because a letter may be several characters.
 */
export const LABEL_WIDTHS: Record<Language, number> = { en: 50, si: 88, ta: 88 };
const SECOND_FACT_WIDTH = 130;
const AMOUNT_WIDTH = 110;
const SIGNATURE_WIDTH = 150;
/**
 * The padding in points that pdfmake adds to a column without borders, to a table of two columns with `ruled` lines,
 * and to a table of one cell.
 */
const FACT_PADDING = 8;
const RULED_PADDING = 13.5;
const BAND_PADDING = 12;
/**
 * The side of the QR code with its white margin, in points. Without the margin it is 25 mm, which every camera can
 * read.
 */
export const CODE_SIDE = 30 * MILLIMETRE;
/** The side of the code of a tenant's page with its white margin: of its shorter text each module is as large. */
export const PAGE_CODE_SIDE = 24 * MILLIMETRE;
export const CODE_GAP = 6;
const GREY = '#444444';
const RED = '#8f1a13';

/** `width` is in points. */
interface PaperLayout {
  width: number;
  totalSize: number;
  language: Language;
}

/** Columns have fixed widths, because a growing one would push figures off the page. */
export function drawPaper(copy: PaperCopy, layout: PaperLayout): Content[] {
  const { width } = layout;
  const { received, remark, mark } = copy;
  const [title = '', ...belowTitle] = copy.title;
  return [
    {
      columns: [
        {
          width: width - TITLE_WIDTH,
          stack: [{ ...inScript(copy.sender), bold: true, fontSize: 13 }, ...copy.senderLines.map(inScript)],
        },
        {
          width: TITLE_WIDTH,
          alignment: 'right',
          stack: [
            { ...inScript(title), bold: true, fontSize: 13 },
            ...belowTitle.map(inScript),
            ...drawTexts([mark], { bold: true, fontSize: 11 }),
          ],
        },
      ],
    },
    ...drawBand(copy, width),
    drawFacts(copy, layout),
    ...drawTexts([received?.amount], { bold: true, fontSize: 13 }),
    ...drawTexts([received?.words], { margin: [0, 0, 0, 6] }),
    drawLines(copy, layout),
    ...drawTexts([remark], { color: GREY, margin: [0, 3, 0, 3] }),
    ...drawEnd(copy, width),
  ];
}

function drawEnd({ terms, foot, signature, code, pageCode }: PaperCopy, width: number): Content[] {
  const bold = drawTexts(terms, { bold: true });
  const sign: Column = {
    width: SIGNATURE_WIDTH,
    stack: [signatureLine(), { ...inScript(signature), alignment: 'center' }],
  };
  const texts = foot.map(inScript);
  const codes = drawCodes({ code, pageCode });
  if (codes.columns.length === 0) {
    const plain: Column = { width: width - SIGNATURE_WIDTH, stack: texts, margin: [0, 14, 0, 0] };
    return [...bold, { unbreakable: true, margin: [0, 4, 0, 0], columns: [plain, sign] }];
  }
  // The terms are beside the QR codes, because a long invoice would otherwise need a second page.
  const beside: Column = { width: width - SIGNATURE_WIDTH - codes.width - CODE_GAP, stack: [...bold, ...texts] };
  return [{ unbreakable: true, columnGap: CODE_GAP, columns: [...codes.columns, beside, sign] }];
}

/** Returns the payment code and the code of the tenant's page as columns, and their width with the gaps after them. */
export function drawCodes({ code, pageCode }: Pick<PaperCopy, 'code' | 'pageCode'>): {
  columns: Column[];
  width: number;
} {
  const drawn = [
    ...(code ? [{ text: code.text, side: CODE_SIDE }] : []),
    ...(pageCode ? [{ text: pageCode.text, side: PAGE_CODE_SIDE }] : []),
  ];
  return {
    columns: drawn.map(({ text, side }) => ({ ...drawQr(text, side), width: side })),
    width: drawn.reduce((sum, { side }) => sum + side + CODE_GAP, 0),
  };
}

function drawTexts(texts: readonly (string | undefined)[], style: object): Content[] {
  return texts.filter((text) => text !== undefined).map((text) => ({ ...inScript(text), ...style }));
}

function drawBand({ band }: PaperCopy, width: number): Content[] {
  if (!band) return [];
  const stack: Content[] = [
    { ...inScript(band.mark), bold: true, fontSize: 20 },
    ...band.texts.map((text) => ({ ...inScript(text), bold: true })),
  ];
  const cell: TableCell = { stack, color: RED, alignment: 'center', borderColor: [RED, RED, RED, RED] };
  return [{ margin: [0, 6, 0, 0], table: { widths: [width - BAND_PADDING], body: [[cell]] } }];
}

function drawFacts({ facts }: PaperCopy, { width, language }: PaperLayout): Content {
  const labelWidth = LABEL_WIDTHS[language];
  const cells = facts.flatMap(({ label, text }): TableCell[] => [{ ...inScript(label), color: GREY }, inScript(text)]);
  if (facts.length % 2 === 1) cells.push('', '');
  const first = width - 2 * labelWidth - SECOND_FACT_WIDTH - 4 * FACT_PADDING;
  return {
    layout: 'noBorders',
    margin: [0, 6, 0, 6],
    table: {
      widths: [labelWidth, first, labelWidth, SECOND_FACT_WIDTH],
      body: Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(4 * row, 4 * row + 4)),
    },
  };
}

function drawLines({ head, lines, totals }: PaperCopy, { width, totalSize }: PaperLayout): ContentTable {
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [width - AMOUNT_WIDTH - RULED_PADDING, AMOUNT_WIDTH],
      body: [
        drawLine(head, { bold: true }),
        ...lines.map((line) => drawLine(line, {})),
        ...totals.map((line) => drawLine(line, { bold: true, fontSize: totalSize })),
      ],
    },
  };
}

function drawLine({ text, amount }: PaperLine, style: object): TableCell[] {
  return [
    { ...inScript(text), ...style },
    { ...inScript(amount), ...style, alignment: 'right' },
  ];
}

function signatureLine(): Content {
  return {
    canvas: [{ type: 'line', x1: 0, y1: 24, x2: SIGNATURE_WIDTH, y2: 24, lineWidth: 0.5, dash: { length: 1 } }],
  };
}
