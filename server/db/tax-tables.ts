import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import type { TaxDocumentKind } from '#contract/words.ts';

/** docs/rules.md, Tax documents. */
export interface TaxTables {
  tax_counters: TaxCounterRow;
  tax_documents: TaxDocumentTableRow;
  vat_schedule_files: VatScheduleFileRow;
}

/** The last number drawn. Its lock puts the documents of a unit in one order. */
interface TaxCounterRow {
  /** A unit, with the year or month in which it begins at 1. */
  counter: string;
  last_number: number;
}

/** Only `prints` changes after the issue. Amounts of a note are above 0. */
interface TaxDocumentTableRow {
  id: Generated<number>;
  invoice_id: number;
  tenancy_id: number;
  shop_id: number;
  kind: TaxDocumentKind;
  /** The title has the word TAX. */
  is_tax: number;
  /** Null for a document with a number of its own. */
  unit: string | null;
  counter: string | null;
  number: number | null;
  /** The number as printed. */
  serial: string;
  issued_on: Day;
  supplied_on: Day;
  /** The language of the tenant at the issue, beside the statutory English. */
  language: Language;
  /** JSON: the parties as they were at the issue; a note has those of its original. */
  supplier: string;
  purchaser: string;
  /** JSON. */
  lines: string;
  /** JSON: the statement of account below an invoice; null on a note. */
  statement: string | null;
  /** 0 when the document shows no VAT. */
  vat_rate_basis_points: number;
  value_cents: Cents;
  vat_cents: Cents;
  total_cents: Cents;
  /** The invoice that a note corrects. */
  original_id: number | null;
  /** The INVOICE in whose place a TAX INVOICE was issued. */
  replaces_id: number | null;
  reason: string;
  /** JSON: the settings with which it was made. */
  settings: string;
  prints: number;
  issued_at: Instant;
  issued_by: string;
}

interface VatScheduleFileRow {
  id: Generated<number>;
  period: string;
  schedule: '01' | '04';
  /** 1 is the original. */
  version: number;
  name: string;
  content_hash: string;
  made_at: Instant;
  made_by: string;
}
