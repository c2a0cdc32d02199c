import { type Day, dayOf } from '#billing/calendar.ts';
import type { Receipt } from '../payments.ts';
import { writeDay, writeInstant, writeMonth } from './figures.ts';
import { NO_TEXT, type Paper, type PaperCopy, type PaperLine, paperAmount, paperLine, paperText } from './paper.ts';

/** What a receipt depends on besides the payment. */
interface ReceiptIssue {
  /** It was printed before. */
  isCopy: boolean;
  /** The day of the amount due. */
  today: Day;
}

/** Returns a receipt with the balance of the shop on that day. */
export function receiptPaper(receipt: Receipt, { isCopy, today }: ReceiptIssue): Paper {
  const { centre, amount, amount_in_words, recorded_by, recorded_at } = receipt;
  const copy: PaperCopy = {
    sender: centre.name,
    senderLines: [[centre.address, centre.phone].filter(Boolean).join(' · ')],
    title: [paperText('documents.receipt.title', { id: String(receipt.payment_id) })],
    mark: isCopy ? paperText('documents.receipt.copy') : undefined,
    band: bandOf(receipt),
    facts: factsOf(receipt),
    received: {
      amount: paperText('documents.receipt.received', { amount: paperAmount(amount) }),
      words: amount_in_words,
    },
    head: { text: paperText('documents.for'), amount: paperText('documents.rupees') },
    lines: linesOf(receipt),
    totals: totalsOf(receipt, today),
    remark: undefined,
    terms: [],
    foot: [paperText('documents.receipt.receivedBy', { name: recorded_by, time: writeInstant(recorded_at) })],
    signature: paperText('documents.signature'),
  };
  return { name: paperText('documents.receipt.name', { id: String(receipt.payment_id) }), copies: [copy] };
}

function bandOf({ voided_at, voided_by, void_reason, replaced_by_payment_id: next }: Receipt): PaperCopy['band'] {
  if (voided_at === null) return undefined;
  const reason = void_reason ?? '';
  return {
    mark: paperText('documents.receipt.void'),
    texts: [
      paperText('documents.receipt.void.since', { day: writeDay(dayOf(voided_at)), name: voided_by ?? '' }),
      ...(reason === '' ? [] : [paperText('documents.receipt.void.reason', { reason })]),
      ...(next === null ? [] : [paperText('documents.receipt.void.replaced', { id: String(next) })]),
    ],
  };
}

function factsOf(receipt: Receipt): PaperCopy['facts'] {
  const facts = [
    { label: paperText('documents.shop'), text: `${receipt.shop_id}, ${receipt.shop_name}, ${receipt.location}` },
    { label: paperText('documents.receipt.date'), text: writeDay(dayOf(receipt.payment_date)) },
    { label: paperText('documents.tenant'), text: receipt.tenant_name ?? NO_TEXT },
    { label: paperText('documents.receipt.method'), text: receipt.payment_method },
    { label: paperText('documents.receipt.note'), text: receipt.note },
    { label: paperText('documents.receipt.invoice'), text: receipt.invoice_id ?? '' },
    { label: paperText('documents.receipt.replaces'), text: textOfReplaced(receipt) },
  ];
  return facts.filter(({ text }) => text !== '');
}

function textOfReplaced({ replaces_payment_id: id }: Receipt): string {
  return id === null ? '' : paperText('documents.receipt.void.title', { id: String(id) });
}

function linesOf({ settled, filled_debt, kept_as_credit, corrections, voided_at }: Receipt): PaperLine[] {
  return [
    ...(voided_at === null ? [] : [paperLine(paperText('documents.receipt.void.nothing'), 0)]),
    ...settled.map(({ charge, name = '', month_year, invoice_id, amount }) =>
      paperLine(
        paperText('documents.receipt.charge', { charge, name, month: writeMonth(month_year), invoice: invoice_id }),
        amount,
      ),
    ),
    ...(filled_debt > 0 ? [paperLine(paperText('documents.receipt.debt'), filled_debt)] : []),
    ...(kept_as_credit > 0 ? [paperLine(paperText('documents.receipt.credit'), kept_as_credit)] : []),
    ...corrections.map(({ amount, reason, date }) =>
      paperLine(paperText('documents.receipt.correction', { day: writeDay(dayOf(date)), reason }), amount),
    ),
  ];
}

function totalsOf({ balance_amount, still_owed }: Receipt, today: Day): PaperLine[] {
  const due = paperLine(paperText('documents.receipt.due', { day: writeDay(today) }), still_owed);
  return balance_amount > 0 ? [paperLine(paperText('documents.receipt.balance'), balance_amount), due] : [due];
}
