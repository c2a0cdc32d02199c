import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Content, CustomTableLayout, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { Cell } from 'write-excel-file/node';
import { answerTasks } from '../task-thread.ts';
import type { DocumentOrder, PlainCell, PlainSheet } from './drawing.ts';
import { inScript, type PdfFont } from './shape-text.ts';

const { resolve } = createRequire(import.meta.url);
const face = (name: string) => resolve(`@expo-google-fonts/${name}.ttf`);

const FONTS: Record<PdfFont, { normal: string; bold: string }> = {
  Sinhala: {
    normal: face('noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular'),
    bold: face('noto-sans-sinhala/700Bold/NotoSansSinhala_700Bold'),
  },
  Tamil: {
    normal: face('noto-sans-tamil/400Regular/NotoSansTamil_400Regular'),
    bold: face('noto-sans-tamil/700Bold/NotoSansTamil_700Bold'),
  },
};

const RULED: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => '#9a9a9a',
  vLineColor: () => '#9a9a9a',
  paddingLeft: () => 3,
  paddingRight: () => 3,
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
};

const DENSE: CustomTableLayout = { ...RULED, paddingTop: () => 0.7, paddingBottom: () => 0 };

const TIGHT: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

const faces = new Set(Object.values(FONTS).flatMap(({ normal, bold }) => [normal, bold]));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => faces.has(path));
pdfmake.addTableLayouts({ ruled: RULED, dense: DENSE, tight: TIGHT });

/** pdfmake changes the table of fonts that it is given, so each document gets a copy. */
async function drawPdf(definition: TDocumentDefinitions): Promise<Uint8Array> {
  pdfmake.setFonts(structuredClone(FONTS));
  const { footer } = definition;
  return pdfmake
    .createPdf({
      ...definition,
      defaultStyle: { font: 'Tamil' satisfies PdfFont, fontSize: 9, ...definition.defaultStyle },
      ...(typeof footer === 'string' && { footer: numbered(footer) }),
    })
    .getBuffer();
}

function numbered(text: string): DynamicContent {
  return (page, pages): Content => ({
    ...inScript(text.replace('{page}', String(page)).replace('{pages}', String(pages))),
    alignment: 'center',
    fontSize: 8,
    color: '#555555',
  });
}

async function writeWorkbook(sheets: readonly PlainSheet[]): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return writeExcelFile(sheets.map((each) => ({ ...each, data: each.data.map((row) => row.map(toCell)) }))).toBuffer();
}

function toCell(cell: PlainCell): Cell {
  if (cell === null) return null;
  const { value, format, isBold = false } = cell;
  const style = { ...(isBold && { fontWeight: 'bold' as const }), ...(format !== undefined && { format }) };
  if (typeof value === 'string') return { value, type: String, ...style };
  return typeof value === 'number' ? { value, type: Number, ...style } : { value, type: Date, ...style };
}

answerTasks((order: DocumentOrder) => ('sheets' in order ? writeWorkbook(order.sheets) : drawPdf(order.definition)));
