import type { Cents } from '#billing/money.ts';
import type { DumpStep } from '#contract/imports.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { Findings } from './findings.ts';
import type { LegacyMarket } from './legacy-market.ts';
import { type LegacyTable, sameId } from './legacy-tables.ts';
import type { TenancyAnswer } from './plan-tenancies.ts';

/** The data that all parts of an import share. */
export interface ImportWorld {
  tx: Writer;
  /** The actor is the command, and `now` is the instant of the import. */
  context: ActionContext;
  market: LegacyMarket;
  findings: Findings;
  answers: readonly TenancyAnswer[];
  /** The new ids of shops by their ids in the previous system, in the form of `sameId`. */
  shopIds: Map<string, string>;
  /** The new numbers of invoices by their ids in the previous system, in the form of `sameId`. */
  invoiceNumbers: Map<string, string>;
  became: BecameRow[];
  onProgress: (step: DumpStep) => void;
  /** Saves a rejected picture to the folder of the report; undefined without such a folder. */
  savePicture: ((name: string, bytes: Uint8Array) => void) | undefined;
}

/** A row of the previous system, and the row of Pola that it became. */
interface BecameRow {
  table: LegacyTable;
  key: string;
  name: keyof Tables;
  id: number;
}

const ROWS_AT_ONCE = 500;

/** Yields the rows in lists of at most ROWS_AT_ONCE, because a statement in SQLite accepts at most 32,766 values. */
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
/** Control characters other than tabs and line breaks. */
const CONTROL_IN_PARAGRAPH = /[^\P{Cc}\t\n\r]/gu;

interface TextPlace {
  table: LegacyTable;
  key: string | number;
  column: string;
  /** The maximum length of a text that can be entered. */
  most: number;
  /** The text that replaces an empty one, where a text must be entered. */
  instead?: string | undefined;
}

/** Returns the text as one line. Adds a finding for each kind of change, and for a text that is too long. */
export function cleanLine({ findings }: ImportWorld, text: string, place: TextPlace): string {
  const { table, key, column } = place;
  const plain = text.replaceAll(CONTROL, ' ');
  if (plain !== text) findings.add([table, key], 'control_characters', column);
  const trimmed = plain.trim();
  if (trimmed !== plain) findings.add([table, key], 'surrounding_spaces');
  if (trimmed === '' && place.instead !== undefined) {
    findings.add([table, key], 'missing_value', column);
    return place.instead;
  }
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

export type DueByKind = Record<'VAT' | 'OperationFee' | 'Rent' | 'Fine', Cents>;
