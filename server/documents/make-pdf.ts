import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { runDrawer } from './drawing.ts';

/**
 * Draws a PDF in a thread of its own. In addition to pdfmake's properties the definition may have `footer: 'Page {page}
 * of {pages}'` and the table layouts `ruled`, `dense` and `tight`. Text that may contain Sinhala must be passed through
 * `inScript` of shape-text.ts.
 */
export function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  return runDrawer({ definition });
}
