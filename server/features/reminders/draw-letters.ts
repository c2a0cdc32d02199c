import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Centre } from '#contract/centre.ts';
import { describeHowToPay, describePage, type PaperCode, paperText, paperWriter } from '#contract/documents/paper.ts';
import { WHOLE_FIGURE } from '#contract/figures.ts';
import type { Language } from '#contract/languages.ts';
import { writeDay } from '#contract/messages/day-words.ts';
import { senderOf } from '#contract/reminders.ts';
import type { HowToPay } from '#contract/tax.ts';
import { CODE_SIDE, MILLIMETRE, PAGE_CODE_SIDE } from '../../documents/draw-paper.ts';
import { drawQr } from '../../documents/draw-qr.ts';
import { openFaces } from '../../documents/outline-text.ts';
import { inScript } from '../../documents/shape-text.ts';
import { pageOnPaper } from '../tenant-links/page-link.ts';
import { fitAddress } from './fit-address.ts';
import type { ReminderRow } from './queries.ts';

function inOwn(texts: Record<Language, string>, language: Language): string {
  return texts[language] || texts.en;
}

/**
 * The place of the address, in the window of a DL or C6/5 envelope (DIN 680, form B). The window is 90 x 45 mm, 20 mm
 * from the left and 45 mm from the top; the address leaves 5 mm of its width free.
 */
const WINDOW = { x: 20 * MILLIMETRE, y: 45 * MILLIMETRE, width: 85 * MILLIMETRE, height: 45 * MILLIMETRE };
const SENDER = { fontSize: 7, below: 4 };
const MARGIN = 20 * MILLIMETRE;
/** The top of the text, below the envelope window and the line with the date. */
const TEXT_TOP = 100 * MILLIMETRE;
const GREY = '#444444';

/** The QR code for payment is to the right of the envelope window; its texts are to the left of the code. */
const CODE = { x: 115 * MILLIMETRE, y: WINDOW.y, textWidth: 43 * MILLIMETRE, gap: 2 * MILLIMETRE };

const PAGE_CODE_TOP = 15 * MILLIMETRE;
const BESIDE_PAGE_CODE: [number, number, number, number] = [0, 0, PAGE_CODE_SIDE, 0];

interface LetterParts {
  centre: Centre;
  /** How to pay what is overdue now, for each tenancy. */
  payments: ReadonlyMap<number, HowToPay>;
  /** The addresses of the tenants' pages, by tenancy. */
  pages: ReadonlyMap<number, string>;
}

/** Returns a page for each reminder, in the language of the reminder's text. */
export async function drawLetters(rows: readonly ReminderRow[], parts: LetterParts): Promise<TDocumentDefinitions> {
  await openFaces();
  const { centre } = parts;
  return {
    pageSize: 'A4',
    pageMargins: [MARGIN, MARGIN, MARGIN, 12 * MILLIMETRE],
    info: { title: titleOf(rows), author: centre.name.en },
    content: rows.map((row, at) => ({
      stack: drawLetter(row, parts),
      ...(at > 0 && { pageBreak: 'before' as const }),
    })),
  };
}

/** Returns the subject of the first letter, and how many letters follow. */
function titleOf([first, ...others]: readonly ReminderRow[]): string {
  return [first?.subject ?? '', ...(others.length > 0 ? [`+ ${others.length}`] : [])].join(' ');
}

function drawLetter(row: ReminderRow, { centre, payments, pages }: LetterParts): Content[] {
  const { language } = row;
  const howToPay = payments.get(row.tenancy_id);
  const paying = howToPay ? describeHowToPay(howToPay, paperWriter(language)) : { texts: [], code: undefined };
  const { market: name, phone } = senderOf(centre, language);
  const address = inOwn(centre.address, language);
  const page = describePage(pageOnPaper(pages, row.tenancy_id), paperWriter(language));
  const bank = [
    ...(centre.bankText === '' ? [] : [paperText('documents.invoice.payTo', { bank: centre.bankText }, language)]),
    ...(paying.code ? [] : paying.texts),
    ...page.texts,
  ];
  const sender = `${name}, ${address}`;
  const to = fitAddress(
    [row.tenant_name, [row.written_shop_id, row.shop_name].join(', '), ...row.address.split(/\n|,\s*/)].filter(Boolean),
    { width: WINDOW.width, height: WINDOW.height - SENDER.below, above: { text: sender, fontSize: SENDER.fontSize } },
  );
  return [
    { ...inScript(name), bold: true, fontSize: 13, margin: BESIDE_PAGE_CODE },
    { ...inScript([address, phone].filter(Boolean).join(' · ')), margin: BESIDE_PAGE_CODE },
    ...(page.pageCode ? [drawPageCode(page.pageCode)] : []),
    {
      absolutePosition: { x: WINDOW.x, y: WINDOW.y },
      columns: [
        {
          width: WINDOW.width,
          stack: [
            { ...inScript(sender), fontSize: SENDER.fontSize, color: GREY, margin: [0, 0, 0, SENDER.below] },
            ...to.lines.map((line) => ({ ...inScript(line), fontSize: to.fontSize })),
          ],
        },
      ],
    },
    {
      ...inScript(writeDay(row.day, language)),
      alignment: 'right',
      absolutePosition: { x: MARGIN, y: 92 * MILLIMETRE },
    },
    { ...inScript(row.subject), bold: true, fontSize: 12, margin: [0, TEXT_TOP - MARGIN - 30, 0, 10] },
    ...row.body
      .split('\n')
      .map((line) => (line === '' ? { text: ' ', fontSize: 7 } : { ...inScript(keepTogether(line)), fontSize: 11 })),
    { stack: bank.map((text) => inScript(keepTogether(text))), margin: MARGIN_ABOVE },
    ...(paying.code ? [drawCode(paying.texts, paying.code)] : []),
  ];
}

/** The code of the tenant's page is in the upper right corner. */
function drawPageCode({ text }: PaperCode): Content {
  const x = 210 * MILLIMETRE - MARGIN - PAGE_CODE_SIDE;
  return { ...drawQr(text, PAGE_CODE_SIDE), absolutePosition: { x, y: PAGE_CODE_TOP } };
}

function drawCode(texts: readonly string[], { text: code }: PaperCode): Content {
  return {
    absolutePosition: { x: CODE.x, y: CODE.y },
    columnGap: CODE.gap,
    columns: [
      {
        width: CODE.textWidth,
        alignment: 'right',
        stack: texts.map((text) => ({ ...inScript(keepTogether(text)), fontSize: 9 })),
      },
      { ...drawQr(code, CODE_SIDE), width: CODE_SIDE },
    ],
  };
}

const SPACE_IN_PHONE = /(?<=\d) (?=\d{3})/g;

/** Joins amounts, days and the groups of a telephone number, so that no line ends inside them. */
function keepTogether(line: string): string {
  return line
    .replaceAll(SPACE_IN_PHONE, NO_BREAK)
    .split(WHOLE_FIGURE)
    .map((part, at) => (at % 2 === 1 ? part.replaceAll(' ', NO_BREAK) : part))
    .join('');
}

const NO_BREAK = '\u00a0';

const MARGIN_ABOVE: [number, number, number, number] = [0, 14, 0, 0];
