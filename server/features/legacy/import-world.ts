import type { Cents } from '#billing/money.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Findings } from './findings.ts';
import type { LegacyMarket } from './legacy-market.ts';
import { type LegacyTable, sameId } from './legacy-tables.ts';
import type { TenancyAnswer } from './plan-tenancies.ts';

/** What every part of an import works with. */
export interface ImportWorld {
  tx: Writer;
  /** The command and the instant of the import. */
  context: ActionContext;
  market: LegacyMarket;
  findings: Findings;
  answers: readonly TenancyAnswer[];
  /** Our id of each shop by its id in the previous system (`sameId`). */
  shopIds: Map<string, string>;
  /** Our number of each invoice by its id in the previous system (`sameId`). */
  invoiceNumbers: Map<string, string>;
  became: BecameRow[];
  /** Pictures that were not imported, for the folder of the report. */
  savePicture: ((name: string, bytes: Uint8Array) => void) | undefined;
}

/** What a row became. */
interface BecameRow {
  table: LegacyTable;
  key: string;
  name: keyof Tables;
  id: number;
}

const ROWS_AT_ONCE = 500;

/** Returns the rows in lists of at most ROWS_AT_ONCE, because SQLite accepts 32,766 values in a statement. */
export function* inChunks<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let chunk: Row[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_AT_ONCE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

const CONTROL = /\p{Cc}+/gu;
/** Control characters other than tab and the ends of lines. */
const CONTROL_IN_PARAGRAPH = /[^\P{Cc}\t\n\r]/gu;

interface TextPlace {
  table: LegacyTable;
  key: string | number;
  column: string;
  /** The longest text that can be entered. */
  most: number;
}

/** Returns a text on one line. What it changes, and a text that is too long, becomes a finding. */
export function cleanLine({ findings }: ImportWorld, text: string, place: TextPlace): string {
  const { table, key, column } = place;
  const plain = text.replaceAll(CONTROL, ' ');
  if (plain !== text) findings.add([table, key], 'control_characters', column);
  const trimmed = plain.trim();
  if (trimmed !== plain) findings.add([table, key], 'surrounding_spaces');
  noteLength(findings, trimmed, place);
  return trimmed;
}

export function cleanParagraphs({ findings }: ImportWorld, text: string, place: TextPlace): string {
  const plain = text.replaceAll(CONTROL_IN_PARAGRAPH, '');
  if (plain !== text) findings.add([place.table, place.key], 'control_characters', place.column);
  noteLength(findings, plain, place);
  return plain;
}

function noteLength(findings: Findings, { length }: string, { table, key, column, most }: TextPlace): void {
  if (length > most) findings.add([table, key], 'longer_than_allowed', `${column} ${length} > ${most}`);
}

export function findNumber({ invoiceNumbers }: ImportWorld, invoiceId: string | null): string | undefined {
  return invoiceId === null ? undefined : invoiceNumbers.get(sameId(invoiceId));
}

/** Amounts by kind of charge. */
export type DueByKind = Record<'VAT' | 'OperationFee' | 'Rent' | 'Fine', Cents>;
