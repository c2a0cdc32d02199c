import { type Day, dayOf } from '#billing/calendar.ts';
import { describeMethod } from '../cheques.ts';
import { nameInLanguage } from '../languages.ts';
import type { Receipt } from '../payments.ts';
import {
  describePage,
  describeReprint,
  NO_TEXT,
  type Paper,
  type PaperCopy,
  type PaperLine,
  type PaperWriter,
  paperLine,
  paperWriter,
} from './paper.ts';

interface ReceiptIssue {
  /** True when the receipt has been printed before. */
  isCopy: boolean;
  /** The day as of which the amount due is computed. */
  today: Day;
}

export function receiptPaper(receipt: Receipt, { isCopy, today }: ReceiptIssue): Paper {
  const { centre, language, amount, amount_in_words, received_by, recorded_at, audit_code: code } = receipt;
  const write = paperWriter(language);
  const { texts, pageCode } = describePage(receipt, write);
  const copy: PaperCopy = {
    sender: centre.name,
    senderLines: [[centre.address, centre.phone].filter(Boolean).join(' · ')],
    title: [write.text('documents.receipt.title', { id: String(receipt.payment_id) })],
    mark: isCopy ? write.text('documents.receipt.copy') : undefined,
    band: bandOf(receipt, write),
    facts: factsOf(receipt, write),
    received: {
      amount: write.text('documents.receipt.received', { amount: write.amount(amount) }),
      words: amount_in_words,
    },
    head: { text: write.text('documents.for'), amount: write.text('documents.rupees') },
    lines: linesOf(receipt, write),
    totals: totalsOf(receipt, today, write),
    remark: undefined,
    terms: describeReprint(receipt.previous_number, write),
    foot: [
      write.text('documents.receipt.receivedBy', { name: received_by, time: write.instant(recorded_at) }),
      ...(code === null ? [] : [write.text('documents.receipt.auditCode', { code })]),
      ...texts,
    ],
    pageCode,
    signature: write.text('documents.signature'),
  };
  return { language, name: write.text('documents.receipt.name', { id: String(receipt.payment_id) }), copies: [copy] };
}

function bandOf(
  { voided_at, voided_by_name, void_reason, replaced_by_payment_id: next }: Receipt,
  write: PaperWriter,
): PaperCopy['band'] {
  if (voided_at === null) return undefined;
  const reason = void_reason ?? '';
  return {
    mark: write.text('documents.receipt.void'),
    texts: [
      write.text('documents.receipt.void.since', { day: write.day(dayOf(voided_at)), name: voided_by_name ?? '' }),
      ...(reason === '' ? [] : [write.text('documents.receipt.void.reason', { reason })]),
      ...(next === null ? [] : [write.text('documents.receipt.void.replaced', { id: String(next) })]),
    ],
  };
}

function factsOf(receipt: Receipt, write: PaperWriter): PaperCopy['facts'] {
  const facts = [
    { label: write.text('documents.shop'), text: `${receipt.shop_id}, ${receipt.shop_name}, ${receipt.location}` },
    { label: write.text('documents.receipt.date'), text: write.day(dayOf(receipt.payment_date)) },
    { label: write.text('documents.tenant'), text: receipt.tenant_name ?? NO_TEXT },
    {
      label: write.text('documents.receipt.method'),
      text: describeMethod(receipt, write.word('method', receipt.payment_method), write.day),
    },
    {
      label: write.text('documents.receipt.countsFrom'),
      text: receipt.counts_from === undefined ? '' : write.day(receipt.counts_from),
    },
    { label: write.text('documents.receipt.note'), text: receipt.note },
    { label: write.text('documents.receipt.invoice'), text: receipt.invoice_id ?? '' },
    { label: write.text('documents.receipt.replaces'), text: textOfReplaced(receipt, write) },
  ];
  return facts.filter(({ text }) => text !== '');
}

function textOfReplaced({ replaces_payment_id: id }: Receipt, write: PaperWriter): string {
  return id === null ? '' : write.text('documents.receipt.void.title', { id: String(id) });
}

function linesOf(
  { settled, filled_debt, kept_as_credit, not_counted, corrections, voided_at }: Receipt,
  write: PaperWriter,
): PaperLine[] {
  return [
    ...(voided_at === null ? [] : [paperLine(write.text('documents.receipt.void.nothing'), 0)]),
    ...settled.map(({ charge, name = '', name_si, name_ta, month_year, invoice_id: invoice, amount }) => {
      const values = {
        charge: nameInLanguage({ name, name_si, name_ta }, write.language) || write.word('charge', charge),
        month: write.month(month_year),
      };
      return paperLine(write.text('documents.receipt.charge', { ...values, invoice }), amount);
    }),
    ...(filled_debt > 0 ? [paperLine(write.text('documents.receipt.debt'), filled_debt)] : []),
    ...(kept_as_credit > 0 ? [paperLine(write.text('documents.receipt.credit'), kept_as_credit)] : []),
    ...(not_counted === undefined ? [] : [paperLine(write.text('documents.receipt.notCounted'), not_counted)]),
    ...corrections.map(({ amount, reason, date }) =>
      paperLine(write.text('documents.receipt.correction', { day: write.day(dayOf(date)), reason }), amount),
    ),
  ];
}

function totalsOf({ balance_amount, still_owed }: Receipt, today: Day, write: PaperWriter): PaperLine[] {
  const due = paperLine(write.text('documents.receipt.due', { day: write.day(today) }), still_owed);
  return balance_amount > 0 ? [paperLine(write.text('documents.receipt.balance'), balance_amount), due] : [due];
}
