import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { timeOf } from '#billing/calendar.ts';
import type { CashDay, DaySums, Movement } from '#contract/cash.ts';
import type { Centre } from '#contract/centre.ts';
import { describeMethod } from '#contract/cheques.ts';
import { writeDay, writeFigure, writeShortDay } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { writeWord } from '#contract/messages/word.ts';
import { isCheque } from '#contract/words.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { inScript } from '../../documents/shape-text.ts';

const MARGIN = 15 * MILLIMETRE;
const ABOVE: [number, number, number, number] = [0, 10, 0, 3];

interface Issue {
  centre: Centre;
  language: Language;
}

export function drawDaySheet(day: CashDay, { centre, language }: Issue): TDocumentDefinitions {
  const say = sayIn(language);
  const who = day.person?.name ?? say('cash.paper.everybody');
  const title = say('cash.paper.title', { person: who, day: writeDay(day.date, language) });
  const market = centre.name[language] || centre.name.en;
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, 14 * MILLIMETRE],
    info: { title, author: centre.name.en },
    footer: `${title} · ${say('reports.page', { page: '{page}', pages: '{pages}' })}`,
    content: [
      { ...inScript(title), bold: true, fontSize: 14 },
      inScript([market, centre.address[language] || centre.address.en].filter(Boolean).join(', ')),
      drawSums(day.sums, language),
      heading(say('cash.paper.movements')),
      drawMovements(day, language),
      ...drawCheques(day.movements, language),
      drawSignatures([say('cash.paper.cashier'), say('cash.paper.checked')]),
    ],
  };
}

function sayIn(language: Language) {
  return (key: ApiMessageKey, values: MessageValues = {}) => message(key, values, language);
}

function heading(text: string): Content {
  return { ...inScript(text), bold: true, fontSize: 11, margin: ABOVE };
}

function drawSums({ methods, ...sums }: DaySums, language: Language): Content {
  const say = sayIn(language);
  const heads = ['method', 'count', 'payments', 'voids', 'other', 'total'] as const;
  const lines = [
    ...methods.map(({ method, ...its }) => ({ name: writeWord('method', method, language), ...its })),
    { name: say('cash.paper.sum'), ...sums },
  ];
  return {
    layout: 'ruled',
    margin: ABOVE,
    table: {
      headerRows: 1,
      widths: ['*', 40, 80, 75, 75, 80],
      body: [
        heads.map((name, at) => cell(say(`cash.paper.${name}`), { bold: true, isFigure: at > 0 })),
        ...lines.map(({ name, count, payments, voids, other, total }, at) => {
          const bold = at === methods.length;
          const figures = [payments, voids, other, total].map((rupees) => writeFigure(rupees));
          return [
            cell(name, { bold }),
            ...[String(count), ...figures].map((text) => cell(text, { bold, isFigure: true })),
          ];
        }),
      ],
    },
  };
}

function drawMovements({ movements, person, sums }: CashDay, language: Language): Content {
  const say = sayIn(language);
  if (movements.length === 0) return inScript(say('cash.paper.none'));
  const total = [cell(say('cash.paper.sum'), { bold: true }), '', '', '', cell(writeFigure(sums.total), FIGURE)];
  return {
    layout: 'ruled',
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [34, 34, '*', '*', 70],
      body: [
        (['number', 'time', 'from', 'what', 'amount'] as const).map((name) =>
          cell(say(`cash.paper.${name}`), { bold: true, isFigure: name === 'amount' }),
        ),
        ...movements.map((one) => [
          cell(String(one.payment_id ?? '')),
          cell(timeOf(one.at).slice(0, 5)),
          cell([one.shop_id, one.tenant_name, ...(person === null ? [one.person] : [])].join(', ')),
          cell(describeMovement(one, language)),
          cell(amountOf(one, language), { isFigure: true }),
        ]),
        total,
      ],
    },
  };
}

function describeMovement(one: Movement, language: Language): string {
  const method = describeMethod(one, writeWord('method', one.method, language), (day) => writeShortDay(day, language));
  const kind = one.kind === 'payment' ? '' : writeWord('movement', one.kind, language);
  return [kind, method, one.note].filter(Boolean).join('; ');
}

function amountOf({ amount, is_void }: Movement, language: Language): string {
  return is_void ? sayIn(language)('cash.paper.void', { amount: writeFigure(amount) }) : writeFigure(amount);
}

/** Draws the cheques to take to the bank: those received and not voided. */
function drawCheques(movements: readonly Movement[], language: Language): Content[] {
  const say = sayIn(language);
  const cheques = movements.filter(({ kind, method, is_void }) => kind === 'payment' && isCheque(method) && !is_void);
  if (cheques.length === 0) return [];
  return [
    heading(say('cash.paper.cheques', { count: cheques.length })),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [90, '*', 80, '*', 80],
        body: [
          (['chequeNumber', 'bank', 'chequeDate', 'from', 'amount'] as const).map((name) =>
            cell(say(`cash.paper.${name}`), { bold: true, isFigure: name === 'amount' }),
          ),
          ...cheques.map((one) => [
            cell(one.cheque_number ?? ''),
            cell(one.cheque_bank ?? ''),
            cell(one.cheque_date === null ? '' : writeShortDay(one.cheque_date, language)),
            cell([one.shop_id, one.tenant_name].join(', ')),
            cell(writeFigure(one.amount), { isFigure: true }),
          ]),
        ],
      },
    },
  ];
}

const FIGURE = { bold: true, isFigure: true };

function cell(text: string, { bold = false, isFigure = false } = {}): TableCell {
  return { ...inScript(text), bold, ...(isFigure && { alignment: 'right' as const, noWrap: true }) };
}

function drawSignatures(names: readonly string[]): Content {
  return {
    unbreakable: true,
    margin: [0, 40, 0, 0],
    columnGap: 30,
    columns: names.map((name) => ({ ...inScript(`${'.'.repeat(50)}\n${name}`), alignment: 'center' as const })),
  };
}
