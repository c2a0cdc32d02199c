import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type StatementPage, type StatementRow, statementPaper } from '#contract/documents/statement-paper.ts';
import type { Statement } from '#contract/shops.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { inScript } from '../../documents/shape-text.ts';

const MARGIN = 12 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
const TITLE_WIDTH = 180;
const LABEL_WIDTH = 50;
const SECOND_FACT_WIDTH = 160;
const DATE_WIDTH = 56;
const FIGURE_WIDTH = 66;
const BALANCE_WIDTH = 90;
/** What pdfmake adds to four columns without borders, and to five with `ruled` lines. */
const FACT_PADDING = 32;
const RULED_PADDING = 33;
const GREY = '#444444';

/** A4 portrait with the pages of the print. */
export function drawStatement(statement: Statement): TDocumentDefinitions {
  const { name, pages } = statementPaper(statement);
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: name, author: statement.centre.name },
    content: pages.map((page, at) => ({ stack: drawPage(page), ...(at > 0 && { pageBreak: 'before' as const }) })),
  };
}

function drawPage(page: StatementPage): Content[] {
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
    drawFacts(page),
    drawTable(page),
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
    ...page.foot.map(inScript),
  ];
}

/** Two facts in a row. */
function drawFacts({ facts }: StatementPage): Content {
  const cells = facts.flatMap(({ label, text }): TableCell[] => [{ ...inScript(label), color: GREY }, inScript(text)]);
  return {
    layout: 'noBorders',
    margin: [0, 6, 0, 6],
    table: {
      widths: [LABEL_WIDTH, WIDTH - 2 * LABEL_WIDTH - SECOND_FACT_WIDTH - FACT_PADDING, LABEL_WIDTH, SECOND_FACT_WIDTH],
      body: Array.from({ length: cells.length / 4 }, (_, row) => cells.slice(4 * row, 4 * row + 4)),
    },
  };
}

function drawTable({ head, rows, totals }: StatementPage): Content {
  const text = WIDTH - DATE_WIDTH - 2 * FIGURE_WIDTH - BALANCE_WIDTH - RULED_PADDING;
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [DATE_WIDTH, text, FIGURE_WIDTH, FIGURE_WIDTH, BALANCE_WIDTH],
      body: [drawRow(head, true), ...rows.map((row) => drawRow(row)), ...totals.map((row) => drawRow(row, true))],
    },
  };
}

function drawRow({ date, text, charged, paid, balance }: StatementRow, bold = false): TableCell[] {
  const figures = [charged, paid, balance].map((figure) => ({ text: figure, bold, alignment: 'right' as const }));
  return [{ text: date, bold }, { ...inScript(text), bold }, ...figures];
}
