import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Paper } from '#contract/documents/paper.ts';
import type { ShiftPaper } from '#contract/documents/shift-paper.ts';
import type { StatementPaper } from '#contract/documents/statement-paper.ts';
import type { TaxPaper } from '#contract/documents/tax-invoice-paper.ts';
import type { TicketPaper } from '#contract/documents/ticket-paper.ts';
import type { Language } from '#contract/languages.ts';
import type { PageDataByName } from '#contract/site.ts';
import { InvoiceSheet, ReceiptSheet } from '#web/documents/paper.tsx';
import { ShiftSheet } from '#web/documents/shift.tsx';
import { StatementSheets } from '#web/documents/statement.tsx';
import { TaxSheet } from '#web/documents/tax-paper.tsx';
import { TicketSheet } from '#web/documents/ticket.tsx';
import { PricesPrintPage } from '../site/daily-prices/print-prices-page.tsx';
import { frameIn, translatorIn } from './site-market.ts';

export const printedTexts = {
  invoice: (paper: Paper) => textsOf(<InvoiceSheet paper={paper} />),
  receipt: (paper: Paper) => textsOf(<ReceiptSheet paper={paper} />),
  statement: (paper: StatementPaper) => textsOf(<StatementSheets paper={paper} />),
  tax: (paper: TaxPaper) => textsOf(<TaxSheet paper={paper} />),
  shift: (paper: ShiftPaper) => textsOf(<ShiftSheet paper={paper} />),
  ticket: (paper: TicketPaper) => textsOf(<TicketSheet paper={paper} />),
  prices: (data: PageDataByName['print-prices'], language: Language) => {
    const page = <PricesPrintPage data={data} frame={frameIn(language, '/')} translator={translatorIn(language)} />;
    const [, , ...sheets] = textsOf(page);
    const texts = sheets.flatMap((text) => text.split('·')).map((text) => text.trim());
    return texts.filter(Boolean);
  },
};

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

function textsOf(element: ReactElement): string[] {
  const texts = renderToStaticMarkup(element).split(/<[^>]*>/);
  return texts.filter(Boolean).map((text) => text.replaceAll(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity));
}
