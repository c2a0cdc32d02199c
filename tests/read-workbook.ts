import { inflateRawSync } from 'node:zlib';

export type Cell = string | number;

const END = 0x06054b50;
const ENTRY_BYTES = 46;

/** The sheets of an .xlsx file by name, row by row: figures as numbers, texts as texts; a cell without a value is ''. */
export function readWorkbook(file: Buffer): Map<string, Cell[][]> {
  const parts = unzip(file);
  const part = (name: string) => parts.get(name) ?? '';
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, xml = '']) => textOf(xml));
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = '']) => name);
  return new Map(names.map((name, at) => [name, rowsOf(part(`xl/worksheets/sheet${at + 1}.xml`), texts)]));
}

function rowsOf(xml: string, texts: readonly string[]): Cell[][] {
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inside = '']) => {
      const value = /<v>(.*?)<\/v>/s.exec(inside)?.[1];
      if (attributes.includes('t="s"')) return texts[Number(value)] ?? '';
      if (attributes.includes('t="inlineStr"')) return textOf(inside);
      return value === undefined ? '' : Number(value);
    }),
  );
}

function textOf(xml: string): string {
  return [...xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('');
}

/** The files of an archive, as texts, by its own list of them. */
function unzip(file: Buffer): Map<string, string> {
  let end = file.length - 22;
  while (file.readUInt32LE(end) !== END) end -= 1;
  const files = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
    const name = file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + (nameLength ?? 0));
    const start = file.readUInt32LE(at + 42);
    const data = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const packed = file.subarray(data, data + file.readUInt32LE(at + 20));
    files.set(name, (file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += ENTRY_BYTES + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return files;
}
