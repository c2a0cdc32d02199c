import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { taxInvoicePaper } from '#contract/documents/tax-invoice-paper.ts';
import type { PrintedTaxDocument } from '#contract/tax.ts';
import { drawTaxPaper } from '../../documents/draw-tax-paper.ts';

export function drawTaxDocument(document: PrintedTaxDocument): TDocumentDefinitions {
  return drawTaxPaper(taxInvoicePaper(document));
}
