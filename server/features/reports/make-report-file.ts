import { makePdf } from '../../documents/make-pdf.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { loadRarePart } from '../../load-part.ts';
import { fileNameOf, type Report } from './present.ts';

export async function makeReportFile(made: Report, format: 'pdf' | 'xlsx'): Promise<FileResponse> {
  const file = format === 'xlsx' ? await makeSheet(made) : await makePaper(made);
  return new FileResponse(file, { format, name: fileNameOf(made) });
}

async function makePaper(made: Report): Promise<Buffer> {
  const { drawReport } = await loadRarePart('reports as PDF', () => import('./draw-report.ts'));
  return makePdf(await drawReport(made));
}

async function makeSheet(made: Report): Promise<Buffer> {
  const { writeSheet } = await loadRarePart('reports as spreadsheet', () => import('./write-sheet.ts'));
  return writeSheet(made);
}
