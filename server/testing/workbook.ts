import { inflateRawSync } from 'node:zlib';
import { attributeOf, unescapeXml } from './xml.ts';

export interface SheetCell {
  value: string | number;
  isBold: boolean;
  format: string | undefined;
}

export interface WorkbookSheet {
  name: string;
  rows: (SheetCell | undefined)[][];
  xml: string;
}

/** Reads a workbook from its XML, because a library could hide an error of the writer. */
export function readWorkbook(file: Buffer): WorkbookSheet[] {
  const parts = unzip(file);
  const part = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, inside = '']) =>
    [...inside.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => unescapeXml(text)).join(''),
  );
  const styles = readStyles(part('xl/styles.xml'));
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)];
  return names.map(([, name = ''], at) => {
    const xml = part(`xl/worksheets/sheet${at + 1}.xml`);
    const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => readRow(row, texts, styles));
    return { name: unescapeXml(name), rows, xml };
  });
}

export function readSheetTable({ rows: [headings = [], ...rows] }: WorkbookSheet): Record<string, string | number>[] {
  return rows.map((row) =>
    Object.fromEntries(headings.flatMap((heading, at) => (row[at] && heading ? [[heading.value, row[at].value]] : []))),
  );
}

type Style = Pick<SheetCell, 'isBold' | 'format'>;

function readStyles(xml: string): Style[] {
  const formats = new Map(
    [...xml.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  );
  const fonts = [...xml.matchAll(/<font>(.*?)<\/font>/gs)].map(([, font = '']) => font.includes('<b/>'));
  const [, cells = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(xml) ?? [];
  return [...cells.matchAll(/<xf ([^>]*)>/g)].map(([, attributes = '']) => ({
    isBold: fonts[Number(attributeOf(attributes, 'fontId') ?? 0)] ?? false,
    format: formats.get(attributeOf(attributes, 'numFmtId')),
  }));
}

function readRow(xml: string, texts: readonly string[], styles: readonly Style[]): (SheetCell | undefined)[] {
  const row: (SheetCell | undefined)[] = [];
  for (const [, attributes = '', inside = ''] of xml.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const [, value] = /<v>(.*?)<\/v>/s.exec(inside) ?? [];
    if (value === undefined) continue;
    const style = styles[Number(attributeOf(attributes, 's') ?? 0)] ?? { isBold: false, format: undefined };
    const isText = attributeOf(attributes, 't') === 's';
    row[placeOf(attributeOf(attributes, 'r') ?? '')] = {
      value: isText ? (texts[Number(value)] ?? '') : Number(value),
      ...style,
    };
  }
  return row;
}

function placeOf(reference: string): number {
  const letters = reference.replace(/\d+$/, '');
  return [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const CENTRAL_ENTRY = 0x02014b50;
const DEFLATED = 8;

function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === CENTRAL_ENTRY) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + file.readUInt32LE(at + 20));
    files.set(name, file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(bytes) : Buffer.from(bytes));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}
