import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { dayOf } from '#billing/calendar.ts';
import type { ChargeKindValue } from '#contract/money-effects.ts';
import type { Receipt } from '#contract/payments.ts';
import { writeDay, writeFigure, writeInstant, writeMonth } from '../../documents/figures.ts';
import { inScript } from '../../documents/shape-text.ts';

const WORDS: Record<ChargeKindValue, string> = {
  VAT: 'VAT',
  OperationFee: 'Operation fee',
  Rent: 'Rent',
  Fine: 'Fine',
};
const MARGIN = (8 * 72) / 25.4;
const WIDTH = (210 * 72) / 25.4 - 2 * MARGIN;
const GREY = '#444444';

/** A5 landscape like the printed one; a repeated print says COPY. */
export function drawReceipt(receipt: Receipt): TDocumentDefinitions {
  const { payment_id, centre, amount, amount_in_words, recorded_by, recorded_at } = receipt;
  return {
    pageSize: 'A5',
    pageOrientation: 'landscape',
    pageMargins: MARGIN,
    info: { title: `Receipt ${payment_id}`, author: centre.name },
    content: [
      {
        columns: [
          {
            width: WIDTH - 170,
            stack: [
              { ...inScript(centre.name), bold: true, fontSize: 13 },
              inScript([centre.address, centre.phone].filter(Boolean).join(' · ')),
            ],
          },
          {
            width: 170,
            alignment: 'right',
            stack: [
              { text: `Receipt No. ${payment_id}`, bold: true, fontSize: 13 },
              { text: receipt.times_printed > 0 ? 'COPY' : '', bold: true, fontSize: 13 },
            ],
          },
        ],
      },
      { ...drawFacts(receipt), margin: [0, 6, 0, 6] },
      { text: `Received Rs. ${writeFigure(amount)}`, bold: true, fontSize: 13 },
      { text: amount_in_words, margin: [0, 0, 0, 6] },
      drawLines(receipt),
      {
        unbreakable: true,
        margin: [0, 14, 0, 0],
        columns: [
          inScript(`Received by ${recorded_by}, ${writeInstant(recorded_at)}`),
          { width: 'auto', text: 'Signature: ........................................' },
        ],
      },
    ],
  };
}

function drawFacts(receipt: Receipt) {
  const entries: [string, string][] = [
    ['Shop', `${receipt.shop_id}, ${receipt.shop_name}, ${receipt.location}`],
    ['Tenant', receipt.tenant_name ?? '–'],
    ['Date', writeDay(dayOf(receipt.payment_date))],
    ['Method', receipt.payment_method],
  ];
  if (receipt.invoice_id !== null) entries.push(['Invoice', receipt.invoice_id]);
  if (receipt.note !== '') entries.push(['Note', receipt.note]);
  return {
    layout: 'noBorders',
    table: {
      widths: [50, WIDTH - 60],
      body: entries.map(([name, text]): TableCell[] => [{ text: name, color: GREY }, inScript(text)]),
    },
  };
}

function drawLines({
  settled,
  filled_debt,
  kept_as_credit,
  corrections,
  balance_amount,
  still_owed,
}: Receipt): Content {
  const lines = settled.map(({ charge, month_year, invoice_id, amount }): TableCell[] =>
    line(`${WORDS[charge]} ${writeMonth(month_year)}, ${invoice_id}`, amount),
  );
  if (filled_debt > 0) lines.push(line('Filled a balance below 0', filled_debt));
  if (kept_as_credit > 0) lines.push(line('Kept as credit', kept_as_credit));
  for (const { amount, reason, date } of corrections)
    lines.push(line(`Corrected ${writeDay(dayOf(date))} (in the amount above): ${reason}`, amount));
  const after = balance_amount > 0 ? [line("Balance in the shop's favour", balance_amount, true)] : [];
  const head = [
    { text: 'For', bold: true },
    { text: 'Rs.', bold: true, alignment: 'right' as const },
  ];
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      widths: [WIDTH - 113.5, 100],
      body: [head, ...lines, ...after, line('Still owed', still_owed, true)],
    },
  };
}

function line(text: string, rupees: number, bold = false): TableCell[] {
  return [
    { ...inScript(text), bold },
    { text: writeFigure(rupees), alignment: 'right', bold },
  ];
}
