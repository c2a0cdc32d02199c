import { zipSync } from 'fflate';

export type RawCell = string | number | { xml: string } | null;

export interface RawSheet {
  name: string;
  rows: RawCell[][];
  state?: 'hidden' | 'veryHidden';
  merges?: string[];
}

interface RawParts {
  starts1904?: boolean;
  styles?: string;
  parts?: Record<string, string>;
}

export function rawWorkbook(
  sheets: readonly RawSheet[],
  { starts1904 = false, styles = '', parts = {} }: RawParts = {},
) {
  const encode = (text: string) => new TextEncoder().encode(text);
  const named = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`);
  const files = {
    'xl/workbook.xml': `<workbook><workbookPr${starts1904 ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)])),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encode(text)])));
}

function sheetXml({ rows, merges = [] }: RawSheet): string {
  const lines = rows.map((cells, row) => {
    const xml = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`));
    return `<row r="${row + 1}">${xml.join('')}</row>`;
  });
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`;
}

function cellXml(cell: RawCell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  return cell.xml.replace('<c ', `<c r="${place}" `);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
