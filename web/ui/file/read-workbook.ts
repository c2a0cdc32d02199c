import { Unzip, UnzipInflate } from 'fflate';
import { SheetText, type Span } from './sheet-text.ts';
import { builtInFormat, showNumber } from './show-number.ts';
import { type SheetNote, type TableOfFile, UnreadableTable } from './unreadable-table.ts';

const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
/**
 * The number of compressed bytes that are unpacked between two checks of the size. They become at most a thousand times
 * larger when they are unpacked.
 */
const SLICE_BYTES = 16 * 1024;
const PART =
  /^(?:xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;

async function unpackWorkbook(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const names: string[] = [];
  let size = 0;
  const unzip = new Unzip((file) => {
    names.push(file.name);
    if (!PART.test(file.name)) return;
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    file.ondata = (error, chunk, isFinal) => {
      if (error) throw error;
      size += chunk.length;
      if (size > MAX_UNPACKED_BYTES) throw new UnreadableTable('too-large');
      pieces.push(decoder.decode(chunk, { stream: !isFinal }));
      if (isFinal) parts.set(file.name, pieces.join(''));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      unzip.push(bytes.subarray(start, start + SLICE_BYTES), start + SLICE_BYTES >= bytes.length);
      await nextTask();
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? error : new UnreadableTable('broken-workbook');
  }
  if (parts.has('xl/workbook.xml')) return parts;
  const isOther = names.some((name) => /^(?:mimetype|content\.xml|xl\/workbook\.bin|Index\/)/.test(name));
  throw new UnreadableTable(isOther ? 'other-format' : 'broken-workbook');
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

interface XmlEvent {
  kind: 'open' | 'close' | 'text';
  name: string;
  attributes: string;
}

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*?)(\/?)>|([^<]+)|</g;

/**
 * Reads XML. Only XML's five predefined entities and numeric character references are known. A document type
 * declaration is refused, because it could declare more entities.
 */
function* scanXml(xml: string): Generator<XmlEvent> {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new UnreadableTable('broken-workbook');
  for (const [token, cdata, closing, name, attributes = '', isEmpty, text] of xml.matchAll(TOKEN)) {
    if (text !== undefined) yield { kind: 'text', name: unescapeXml(text), attributes: '' };
    else if (cdata !== undefined) yield { kind: 'text', name: cdata, attributes: '' };
    else if (name !== undefined) {
      if (!closing) yield { kind: 'open', name, attributes };
      if (closing || isEmpty) yield { kind: 'close', name, attributes: '' };
    } else if (token === '<') throw new UnreadableTable('broken-workbook');
  }
}

function xmlAttribute(attributes: string, name: string): string | undefined {
  const [, , text] = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(["'])(.*?)\\1`, 'is').exec(attributes) ?? [];
  return text === undefined ? undefined : unescapeXml(text);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi;

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (whole, ...[hex, decimal, name]: (string | undefined)[]) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number(`0x${hex}`);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const EVENTS_A_SLICE = 20_000;

interface Workbook {
  sheets: { name: string; part: string }[];
  /** The names of the sheets that are not read. */
  hidden: string[];
  starts1904: boolean;
  texts: readonly string[];
  formats: readonly string[];
}

export async function readSheets(bytes: Uint8Array): Promise<TableOfFile[]> {
  const parts = await unpackWorkbook(bytes);
  const workbook = readParts(parts);
  const tables: TableOfFile[] = [];
  for (const { name, part } of workbook.sheets) {
    const xml = parts.get(part);
    if (xml !== undefined) tables.push(await readSheet(xml, name, workbook));
  }
  if (tables.length === 0) throw new UnreadableTable('broken-workbook');
  const filled = tables.filter(({ text }) => text.trim() !== '');
  return filled.length > 0 ? filled : tables.slice(0, 1);
}

function readParts(parts: ReadonlyMap<string, string>): Workbook {
  const targets = new Map<string, string>();
  for (const { kind, name, attributes } of scanXml(parts.get('xl/_rels/workbook.xml.rels') ?? '')) {
    if (kind === 'open' && name === 'Relationship')
      targets.set(xmlAttribute(attributes, 'id') ?? '', placeOf(xmlAttribute(attributes, 'target') ?? ''));
  }
  const sheets: Workbook['sheets'] = [];
  const hidden: string[] = [];
  let starts1904 = false;
  for (const { kind, name, attributes } of scanXml(parts.get('xl/workbook.xml') ?? '')) {
    if (kind !== 'open') continue;
    if (name === 'workbookPr') starts1904 = /^(1|true)$/.test(xmlAttribute(attributes, 'date1904') ?? '');
    const isVisible = !/hidden/i.test(xmlAttribute(attributes, 'state') ?? '');
    if (name !== 'sheet') continue;
    const number = sheets.length + hidden.length + 1;
    const part = targets.get(xmlAttribute(attributes, 'id') ?? '') ?? `xl/worksheets/sheet${number}.xml`;
    const title = xmlAttribute(attributes, 'name') ?? '';
    if (isVisible) sheets.push({ name: title, part });
    else hidden.push(title);
  }
  const texts = readTexts(parts.get('xl/sharedStrings.xml') ?? '');
  return { sheets, hidden, starts1904, texts, formats: readFormats(parts.get('xl/styles.xml') ?? '') };
}

function placeOf(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

function readTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isReading = true;
  for (const { kind, name } of scanXml(xml)) {
    if (kind === 'text') text += isText && isReading ? name : '';
    else if (name === 't') isText = kind === 'open';
    else if (name === 'rPh') isReading = kind === 'close';
    else if (name === 'si' && kind === 'close') texts.push(text);
    if (name === 'si' && kind !== 'text') text = '';
  }
  return texts;
}

function readFormats(xml: string): string[] {
  const codes = new Map<number, string>();
  const formats: string[] = [];
  let isInCells = false;
  for (const { kind, name, attributes } of scanXml(xml)) {
    if (name === 'cellXfs') isInCells = kind === 'open';
    if (kind !== 'open') continue;
    if (name === 'numFmt')
      codes.set(Number(xmlAttribute(attributes, 'numFmtId')), xmlAttribute(attributes, 'formatCode') ?? '');
    const id = Number(xmlAttribute(attributes, 'numFmtId') ?? 0);
    if (name === 'xf' && isInCells) formats.push(codes.get(id) ?? builtInFormat(id));
  }
  return formats;
}

interface Cell {
  row: number;
  column: number;
  type: string;
  format: string;
  value: string;
  formula: string | undefined;
}

async function readSheet(xml: string, sheet: string, workbook: Workbook): Promise<TableOfFile> {
  const merged = readMerges(xml);
  const written = new SheetText(merged);
  let cell: Cell | undefined;
  let row = 0;
  let column = 0;
  let inside = '';
  let events = 0;
  for (const { kind, name, attributes } of scanXml(xml)) {
    events += 1;
    if (events % EVENTS_A_SLICE === 0) await nextTask();
    if (kind === 'open' && name === 'row') {
      row = Number(xmlAttribute(attributes, 'r') ?? row + 1);
      column = 0;
      if (isHidden(attributes)) written.hideRow(row);
    } else if (kind === 'open' && name === 'col') {
      if (isHidden(attributes)) written.hideColumns(readSpan(attributes));
    } else if (kind === 'open' && name === 'c') {
      const place = readPlace(xmlAttribute(attributes, 'r')) ?? { row, column: column + 1 };
      ({ row, column } = place);
      const format = workbook.formats[Number(xmlAttribute(attributes, 's') ?? 0)] ?? 'General';
      cell = { row, column, format, type: xmlAttribute(attributes, 't') ?? 'n', value: '', formula: undefined };
    } else if (kind === 'open') {
      inside = name;
      if (cell && name === 'f') cell.formula = '';
    } else if (kind === 'text' && cell) {
      if (inside === 'v' || inside === 't') cell.value += name;
      if (inside === 'f') cell.formula = `${cell.formula ?? ''}${name}`;
    } else if (kind === 'close') {
      inside = '';
      if (name === 'c' && cell) {
        written.add(cell.row, cell.column, showCell(cell, workbook));
        cell = undefined;
      }
    }
  }
  const { notes, ...table } = written.end();
  const ofWorkbook: SheetNote[] = workbook.hidden.length > 0 ? [{ kind: 'hidden-sheets', names: workbook.hidden }] : [];
  return { sheet, ...table, notes: [...notes, ...ofWorkbook] };
}

function isHidden(attributes: string): boolean {
  return /^(1|true)$/.test(xmlAttribute(attributes, 'hidden') ?? '');
}

function readSpan(attributes: string): Span {
  return { first: Number(xmlAttribute(attributes, 'min')), last: Number(xmlAttribute(attributes, 'max')) };
}

/** Formulas are never calculated: the stored result is used. */
function showCell({ type, value, format, formula }: Cell, { texts, starts1904 }: Workbook): string {
  if (value === '' && formula !== undefined) return `=${formula}`;
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' ? showNumber(value, format, starts1904) : value;
}

function readPlace(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters = '', row] = /^([A-Z]{1,3})(\d{1,7})$/i.exec(reference ?? '') ?? [];
  if (row === undefined) return undefined;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(row), column };
}

const MOST_MERGES = 10_000;

function readMerges(xml: string): Map<number, Span[]> {
  const merges = new Map<number, Span[]>();
  for (const [, from, to] of [...xml.matchAll(/<mergeCell [^>]*ref="([A-Z]+\d+):([A-Z]+\d+)"/g)].slice(
    0,
    MOST_MERGES,
  )) {
    const first = readPlace(from);
    const last = readPlace(to);
    if (!first || !last || first.column !== last.column) continue;
    const ofColumn = merges.get(first.column) ?? [];
    merges.set(first.column, [...ofColumn, { first: first.row, last: last.row }]);
  }
  return merges;
}
