import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { dayOf } from '#billing/calendar.ts';
import { figureNames, listFigures } from '#billing/invoice-figures.ts';
import type { Answer } from '#contract/call.ts';
import { DUE_SENTENCE, type invoices } from '#contract/invoices.ts';
import { writeDay, writeFigure, writeMonth } from '../../documents/figures.ts';
import { inScript } from '../../documents/shape-text.ts';

type Papers = Answer<typeof invoices.papers>;
type Paper = Papers['invoices'][number];
type Sender = Papers['centre'];

const MILLIMETRE = 72 / 25.4;
const MARGIN = 4 * MILLIMETRE;
const WIDTH = 210 * MILLIMETRE - 2 * MARGIN;
/** Half of an A4 page within the margins. */
const HALF = (297 * MILLIMETRE - 2 * MARGIN) / 2;
/** Space pdfmake adds above and below a row. */
const PADDING = 4;
const GREY = '#444444';

/**
 * A4 portrait with 4 mm margins (specification 1, section 9), cut in the middle into customer and office copy. Figures
 * are those at generation. Columns have fixed widths in points: a growing one would push figures off the page.
 */
export function drawInvoice(paper: Paper, centre: Sender): TDocumentDefinitions {
  const cut: Content = {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: WIDTH, y2: 0, lineWidth: 0.5, dash: { length: 4 } }],
    margin: [0, 0, 0, 14],
  };
  return {
    pageSize: 'A4',
    pageMargins: MARGIN,
    info: { title: `Invoice ${paper.invoice_id}`, author: centre.name },
    defaultStyle: { fontSize: 9 },
    content: {
      layout: 'noBorders',
      table: {
        widths: [WIDTH],
        heights: HALF - PADDING,
        dontBreakRows: true,
        body: [
          [{ stack: drawCopy(paper, centre, 'Customer Copy') }],
          [{ stack: [cut, ...drawCopy(paper, centre, 'Office Copy')] }],
        ],
      },
    },
  };
}

function drawCopy(paper: Paper, centre: Sender, copy: string): Content[] {
  return [
    {
      columns: [
        {
          width: 330,
          stack: [
            { ...inScript(centre.name), bold: true, fontSize: 13 },
            inScript(centre.address),
            `Management office: ${centre.phones.join(', ')}`,
            `VAT Registration No. ${centre.vat_registration}`,
          ],
        },
        {
          width: WIDTH - 330,
          alignment: 'right',
          stack: [
            { text: 'INVOICE', bold: true, fontSize: 15 },
            { text: copy, bold: true, fontSize: 11 },
            paper.invoice_id,
          ],
        },
      ],
    },
    { ...drawFacts(paper), margin: [0, 6, 0, 6] },
    drawFigures(paper),
    { ...drawBefore(paper), margin: [0, 5, 0, 5] },
    { text: DUE_SENTENCE, bold: true },
    `Pay by ${writeDay(paper.due_date)}.`,
    { ...inScript(`Payments to: ${centre.bank}`), margin: [0, 2, 0, 0] },
    { text: 'Signature: ................................................', alignment: 'right', margin: [0, 14, 0, 0] },
  ];
}

function drawFacts(paper: Paper) {
  const { shop_name, location, Tenant: tenant } = paper.Shop;
  const entries: [string, string, string, string][] = [
    ['Shop', `${paper.shop_id}, ${shop_name}`, 'Month', writeMonth(paper.month_year)],
    ['Location', location, 'Date', writeDay(dayOf(paper.generated_at))],
    ['Tenant', tenant?.name ?? '–', 'Contact', tenant?.contact ?? '–'],
  ];
  return {
    layout: 'noBorders',
    table: {
      widths: [50, 300, 50, WIDTH - 400 - 4 * PADDING],
      body: entries.map((row) =>
        row.map((text, at): TableCell => (at % 2 === 0 ? { text, color: GREY } : inScript(text))),
      ),
    },
  };
}

function drawFigures(paper: Paper): Content {
  return {
    layout: 'ruled',
    table: {
      widths: [WIDTH - 123.5, 110],
      body: [
        ...listFigures(paper).map(([name, rupees]): TableCell[] => [
          name,
          { text: writeFigure(rupees), alignment: 'right' },
        ]),
        [
          { text: figureNames.total_amount, bold: true, fontSize: 12 },
          { text: `Rs. ${writeFigure(paper.total_amount)}`, bold: true, fontSize: 12, alignment: 'right' },
        ],
      ],
    },
  };
}

/** Shown, not added. */
function drawBefore(paper: Paper) {
  const { last_payment_date: paidAt, total_paid: paid } = paper.previous_payment_summary;
  const told = [
    `${figureNames.previous_fines} ${writeFigure(paper.previous_fines)}`,
    `${figureNames.previous_invoice_total_amount} ${writeFigure(paper.previous_invoice_total_amount)}`,
    `${figureNames.previous_paid} ${writeFigure(paid)}`,
    `${figureNames.previous_payment} ${paidAt === null ? '–' : writeDay(dayOf(paidAt))}`,
  ];
  return { text: told.join('   ·   '), color: GREY, fontSize: 9 };
}
