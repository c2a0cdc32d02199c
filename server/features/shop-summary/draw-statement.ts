import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type StatementPage, type StatementRow, statementPaper } from '#contract/documents/statement-paper.ts';
import type { Language } from '#contract/languages.ts';
import type { Statement } from '#contract/shops.ts';
import { CODE_GAP, drawCodes, LABEL_WIDTHS, MILLIMETRE } from '../../documents/draw-paper.ts';
import { inScript } from '../../documents/shape-text.ts';

const MARGIN = 12 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
const TITLE_WIDTH = 180;
const SECOND_FACT_WIDTH = 160;
/** The widths of columns. In Sinhala and Tamil, the headings and the words beside a balance are longer. */
const WIDTHS: Record<Language, { date: number; figure: number; balance: number }> = {
  en: { date: 56, figure: 66, balance: 90 },
  si: { date: 76, figure: 66, balance: 112 },
  ta: { date: 64, figure: 76, balance: 112 },
};
/**
 * The widths that pdfmake adds: FACT_PADDING to four columns without borders, RULED_PADDING to five with `ruled` lines.
 */
const FACT_PADDING = 32;
const RULED_PADDING = 33;
const GREY = '#444444';

export function drawStatement(statement: Statement): TDocumentDefinitions {
  const { language, name, pages } = statementPaper(statement);
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: name, author: statement.centre.name },
    content: pages.map((page, at) => ({
      stack: drawPage(page, language),
      ...(at > 0 && { pageBreak: 'before' as const }),
    })),
  };
}

function drawPage(page: StatementPage, language: Language): Content[] {
  return [
    {
      columns: [
        {
          width: WIDTH - TITLE_WIDTH,
          stack: [{ ...inScript(page.sender), bold: true, fontSize: 13 }, ...page.senderLines.map(inScript)],
        },
        {
          width: TITLE_WIDTH,
          alignment: 'right',
          stack: [{ ...inScript(page.title), bold: true, fontSize: 13 }, inScript(page.page)],
        },
      ],
    },
    drawFacts(page, language),
    drawTable(page, language),
    ...(page.result === undefined
      ? []
      : [
          {
            ...inScript(page.result),
            bold: true,
            fontSize: 13,
            margin: [0, 8, 0, 4] as [number, number, number, number],
          },
        ]),
    drawFoot(page),
  ];
}

function drawFoot({ foot, ...page }: StatementPage): Content {
  const texts = foot.map(inScript);
  const { columns, width } = drawCodes(page);
  if (columns.length === 0) return texts;
  return {
    unbreakable: true,
    columnGap: CODE_GAP,
    columns: [...columns, { width: WIDTH - width, stack: texts }],
  };
}

function drawFacts({ facts }: StatementPage, language: Language): Content {
  const labelWidth = LABEL_WIDTHS[language];
  const cells = facts.flatMap(({ label, text }): TableCell[] => [{ ...inScript(label), color: GREY }, inScript(text)]);
  return {
    layout: 'noBorders',
    margin: [0, 6, 0, 6],
    table: {
      widths: [labelWidth, WIDTH - 2 * labelWidth - SECOND_FACT_WIDTH - FACT_PADDING, labelWidth, SECOND_FACT_WIDTH],
      body: Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(4 * row, 4 * row + 4)),
    },
  };
}

function drawTable({ head, rows, totals }: StatementPage, language: Language): Content {
  const { date, figure, balance } = WIDTHS[language];
  const text = WIDTH - date - 2 * figure - balance - RULED_PADDING;
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [date, text, figure, figure, balance],
      body: [drawRow(head, true), ...rows.map((row) => drawRow(row)), ...totals.map((row) => drawRow(row, true))],
    },
  };
}

function drawRow({ date, text, charged, paid, balance }: StatementRow, bold = false): TableCell[] {
  const figures = [charged, paid, balance].map((figure) => ({
    ...inScript(figure),
    bold,
    alignment: 'right' as const,
  }));
  return [{ ...inScript(date), bold }, { ...inScript(text), bold }, ...figures];
}
