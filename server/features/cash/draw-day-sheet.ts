import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { dayOf, type Instant, timeOf } from '#billing/calendar.ts';
import { cents, sumCents, toRupees } from '#billing/money.ts';
import type {
  CashDay,
  CashSession,
  CountedMoney,
  DaySums,
  Movement,
  ReceivedGateCash,
  SessionPaper,
} from '#contract/cash.ts';
import type { Centre } from '#contract/centre.ts';
import { describeMethod } from '#contract/cheques.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay, writeInstant, writeShortDay } from '#contract/messages/day-words.ts';
import type { MessageValues } from '#contract/messages/format-message.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { writeWord } from '#contract/messages/word.ts';
import { isCheque, isReceived } from '#contract/words.ts';
import { MILLIMETRE } from '../../documents/draw-paper.ts';
import { inScript } from '../../documents/shape-text.ts';
import { isOnSlip } from './deposit-slip.ts';

const MARGIN = 15 * MILLIMETRE;
const ABOVE: [number, number, number, number] = [0, 10, 0, 3];

interface Issue {
  centre: Centre;
  language: Language;
}

export function drawDaySheet(
  day: CashDay,
  { centre, language, printedAt }: Issue & { printedAt: Instant },
): TDocumentDefinitions {
  const say = sayIn(language);
  const who = day.person?.name ?? say('cash.paper.everybody');
  const title = say('cash.paper.title', { person: who, day: writeDay(day.date, language) });
  return drawPage(title, { centre, language }, [
    inScript(say('cash.paper.printed', { time: writeInstant(printedAt, language) })),
    drawSums(day.sums, language),
    ...drawChanged(day.sums, language),
    ...drawSavedFines(day.sums, language),
    ...drawGateCash(day.gate_cash, language),
    heading(say('cash.paper.movements')),
    drawMovements({ ...day, isOfAll: day.person === null }, language),
    ...drawCheques(chequesIn(day.movements), language),
    drawPending('cash.paper.pending', day.pending_cheques, language),
    drawPending('cash.paper.toConfirm', day.to_confirm, language),
    drawSignatures([say('cash.paper.cashier'), say('cash.paper.checked')]),
  ]);
}

interface MovedCash {
  session: CashSession;
  movements: readonly Movement[];
}

interface SessionSheet extends MovedCash {
  gateCash: readonly ReceivedGateCash[];
  pending: CountedMoney;
}

function drawSessionSheet(sheet: SessionSheet, issue: Issue): TDocumentDefinitions {
  const { language } = issue;
  const { session, movements, gateCash, pending } = sheet;
  const say = sayIn(language);
  return drawPage(titleOf('cash.paper.sessionTitle', session, language), issue, [
    drawFacts(session, language),
    drawSums(session.sums, language),
    ...drawChanged(session.sums, language),
    ...drawSavedFines(session.sums, language),
    ...drawGateCash(gateCash, language),
    ...drawCount(session, language),
    heading(say('cash.paper.movements')),
    drawMovements({ movements, sums: session.sums, isOfAll: false }, language),
    ...drawCheques(chequesIn(movements), language),
    drawPending('cash.paper.pending', pending, language),
    drawSignatures([say('cash.paper.cashier'), say('cash.paper.checked')]),
  ]);
}

/** Draws the deposit slip of a session: its cash, and its cheques that are dated no later than the day of closing. */
function drawDepositSlip({ session, movements }: MovedCash, issue: Issue): TDocumentDefinitions {
  const { language, centre } = issue;
  const say = sayIn(language);
  const cheques = chequesIn(movements).filter((cheque) => isOnSlip(cheque, session));
  const inCheques = sumOf(cheques);
  const inCash = session.cash_to_bank ?? 0;
  return drawPage(titleOf('cash.paper.slipTitle', session, language), issue, [
    { ...inScript(centre.bankText), margin: ABOVE, fontSize: 11 },
    drawLines(
      [
        [say('cash.paper.cash'), inCash],
        [say('cash.paper.cheques', { count: cheques.length }), inCheques],
        [say('cash.paper.sum'), toRupees(sumCents([centsOf(inCash), centsOf(inCheques)]))],
      ],
      language,
    ),
    ...(session.kept_cash === 0 ? drawCount(session, language) : []),
    ...drawCheques(cheques, language),
    drawSignatures([say('cash.paper.paidIn'), say('cash.paper.bankStamp')]),
  ]);
}

export const drawnPapers: Record<SessionPaper, (sheet: SessionSheet, issue: Issue) => TDocumentDefinitions> = {
  sessionSheet: drawSessionSheet,
  depositSlip: drawDepositSlip,
};

function titleOf(
  key: 'cash.paper.sessionTitle' | 'cash.paper.slipTitle',
  { session_id, person, opened_at }: CashSession,
  language: Language,
): string {
  const day = writeDay(dayOf(opened_at), language);
  return sayIn(language)(key, { id: String(session_id), person: person.name, day });
}

function drawPage(title: string, { centre, language }: Issue, content: Content[]): TDocumentDefinitions {
  const market = centre.name[language] || centre.name.en;
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, 14 * MILLIMETRE],
    info: { title, author: centre.name.en },
    footer: `${title} · ${sayIn(language)('reports.page', { page: '{page}', pages: '{pages}' })}`,
    content: [
      { ...inScript(title), bold: true, fontSize: 14 },
      inScript([market, centre.address[language] || centre.address.en].filter(Boolean).join(', ')),
      ...content,
    ],
  };
}

function drawFacts(session: CashSession, language: Language): Content {
  const say = sayIn(language);
  const { opened_at, closed_at, counted_cash, difference, kept_cash, cash_to_bank } = session;
  const times = [
    say('cash.paper.opened', { time: writeInstant(opened_at, language) }),
    closed_at === null ? say('cash.paper.open') : say('cash.paper.closed', { time: writeInstant(closed_at, language) }),
  ];
  const amounts: [string, number | null][] = [
    [say('cash.paper.floatExpected'), session.expected_float],
    [say('cash.paper.float'), session.opening_float],
    [say('cash.paper.floatFromHeld'), session.float_from_held === 0 ? null : session.float_from_held],
    [say('cash.paper.floatDifference'), session.expected_float === null ? null : session.float_difference],
    [say('cash.paper.gateCash'), session.gate_cash === 0 ? null : session.gate_cash],
    [say('cash.paper.expected'), session.expected_cash],
    [say('cash.paper.counted'), counted_cash],
    [say('cash.paper.difference'), difference],
    [say('cash.paper.kept'), kept_cash],
    [say('cash.paper.toBank'), cash_to_bank],
  ];
  const lines = amounts.flatMap(([name, rupees]): [string, number][] => (rupees === null ? [] : [[name, rupees]]));
  const reasons = [session.float_reason, session.reason]
    .filter(Boolean)
    .map((reason) => inScript(say('cash.paper.reason', { reason })));
  return { stack: [inScript(times.join(' · ')), drawLines(lines, language), ...reasons] };
}

function drawLines(lines: readonly [string, number][], language: Language): Content {
  return {
    layout: 'ruled',
    margin: ABOVE,
    table: {
      widths: ['*', 100],
      body: [
        [cell(''), cell(sayIn(language)('cash.paper.amount'), FIGURE)],
        ...lines.map(([name, rupees]) => [cell(name), cell(writeFigure(rupees), { isFigure: true })]),
      ],
    },
  };
}

function drawCount({ count, counted_cash }: CashSession, language: Language): Content[] {
  const say = sayIn(language);
  if (counted_cash === null) return [];
  return [
    heading(say('cash.paper.count_of_cash')),
    {
      layout: 'ruled',
      table: {
        widths: [100, 80, 100],
        body: [
          (['value', 'pieces', 'amount'] as const).map((name) => cell(say(`cash.paper.${name}`), FIGURE)),
          ...count.map(({ value, pieces }) =>
            [writeFigure(value), String(pieces), writeFigure(toRupees(cents(centsOf(value) * pieces)))].map((text) =>
              cell(text, { isFigure: true }),
            ),
          ),
          [cell(say('cash.paper.sum'), { bold: true }), cell(''), cell(writeFigure(counted_cash), FIGURE)],
        ],
      },
    },
  ];
}

function centsOf(rupees: number) {
  return cents(Math.round(rupees * 100));
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
      widths: ['*', 52, 82, 82, 84, 72],
      body: [
        heads.map((name, at) => ({
          ...inScript(say(`cash.paper.${name}`)),
          bold: true,
          fontSize: 8,
          ...(at > 0 && { alignment: 'right' as const }),
        })),
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

function drawChanged({ changed_from_cash }: DaySums, language: Language): Content[] {
  if (changed_from_cash === 0) return [];
  const text = sayIn(language)('cash.paper.changedFromCash', { amount: writeFigure(changed_from_cash) });
  return [{ ...inScript(text), margin: ABOVE }];
}

function drawSavedFines({ saved_fines }: DaySums, language: Language): Content[] {
  if (saved_fines === 0) return [];
  const text = sayIn(language)('cash.paper.savedFines', { amount: writeFigure(saved_fines) });
  return [{ ...inScript(text), margin: ABOVE }];
}

function drawGateCash(received: readonly ReceivedGateCash[], language: Language): Content[] {
  if (received.length === 0) return [];
  const line = ({ at, keeper, person, amount }: ReceivedGateCash): [string, number] => [
    sayIn(language)('cash.paper.gateCashFrom', { time: writeInstant(at, language), keeper, person }),
    amount,
  ];
  const sum = toRupees(sumCents(received.map(({ amount }) => centsOf(amount))));
  const total: [string, number] = [sayIn(language)('cash.paper.sum'), sum];
  return [
    heading(sayIn(language)('cash.paper.gateCash')),
    drawLines([...received.map(line), ...(received.length > 1 ? [total] : [])], language),
  ];
}

function drawMovements(
  { movements, sums, isOfAll }: Pick<MovedCash, 'movements'> & { sums: DaySums; isOfAll: boolean },
  language: Language,
): Content {
  const say = sayIn(language);
  if (movements.length === 0) return inScript(say('cash.paper.none'));
  const total = [
    { ...inScript(say('cash.paper.sum')), bold: true, colSpan: 2 },
    '',
    '',
    '',
    cell(writeFigure(sums.total), FIGURE),
  ];
  return {
    layout: 'ruled',
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [34, 46, '*', '*', 70],
      body: [
        (['number', 'time', 'from', 'what', 'amount'] as const).map((name) =>
          cell(say(`cash.paper.${name}`), { bold: true, isFigure: name === 'amount' }),
        ),
        ...movements.map((one) => [
          cell(String(one.payment_id ?? '')),
          cell(timeIn(movements, one, language)),
          cell([one.shop_id, one.tenant_name, ...(isOfAll ? [one.person] : [])].join(', ')),
          cell(describeMovement(one, language)),
          cell(amountOf(one, language), { isFigure: true }),
        ]),
        total,
      ],
    },
  };
}

/** Returns the time of a movement, with its day if the movements are of more than one day. */
function timeIn(movements: readonly Movement[], { at }: Movement, language: Language): string {
  const time = timeOf(at).slice(0, 5);
  const isOneDay = movements.every((other) => dayOf(other.at) === dayOf(at));
  return isOneDay ? time : `${writeShortDay(dayOf(at), language)} ${time}`;
}

function describeMovement(one: Movement, language: Language): string {
  const method = describeMethod(one, writeWord('method', one.method, language), (day) => writeShortDay(day, language));
  const kind = one.kind === 'payment' ? '' : writeWord('movement', one.kind, language);
  const changed =
    one.changed_from === null
      ? ''
      : sayIn(language)('cash.paper.changed_from', { method: writeWord('method', one.changed_from, language) });
  const saved =
    one.saved_fine === 0
      ? ''
      : sayIn(language)('cash.paper.savedFine', {
          day: writeShortDay(one.paid_on, language),
          amount: writeFigure(one.saved_fine),
        });
  const state = one.confirmation && sayIn(language)(`cash.paper.${one.confirmation}`);
  return [kind, method, changed, saved, state, one.note].filter(Boolean).join('; ');
}

function amountOf({ amount, is_void }: Movement, language: Language): string {
  return is_void ? sayIn(language)('cash.paper.void', { amount: writeFigure(amount) }) : writeFigure(amount);
}

/** Returns the cheques that were received and not returned by the bank. */
function chequesIn(movements: readonly Movement[]): Movement[] {
  return movements.filter(({ kind, method, is_void }) => isReceived(kind) && isCheque(method) && !is_void);
}

function sumOf(movements: readonly Movement[]): number {
  return toRupees(sumCents(movements.map(({ amount }) => centsOf(amount))));
}

function drawCheques(cheques: readonly Movement[], language: Language): Content[] {
  const say = sayIn(language);
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
          [cell(say('cash.paper.sum'), { bold: true }), '', '', '', cell(writeFigure(sumOf(cheques)), FIGURE)],
        ],
      },
    },
  ];
}

function drawPending(
  key: 'cash.paper.pending' | 'cash.paper.toConfirm',
  { count, amount }: CountedMoney,
  language: Language,
): Content {
  const text = sayIn(language)(key, { count: String(count), amount: writeFigure(amount) });
  return { ...inScript(text), margin: ABOVE };
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
