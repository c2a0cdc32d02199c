import type { Generated } from 'kysely';
import type { Day, Instant } from '#billing/calendar.ts';
import type { Cents } from '#billing/money.ts';
import type { Language } from '#contract/languages.ts';
import type { TaxDocumentKind } from '#contract/words.ts';

/** The tables of tax documents (docs/rules.md, Tax documents). */
export interface TaxTables {
  tax_counters: TaxCounterRow;
  tax_documents: TaxDocumentTableRow;
  vat_schedule_files: VatScheduleFileRow;
}

/** The last number drawn from a counter. Its row lock makes transactions draw numbers one after another. */
interface TaxCounterRow {
  /** The unit whose documents are numbered, followed by the year or month if the numbers restart each year or month. */
  counter: string;
  last_number: number;
}

/** A tax document. After it is issued, only `prints` changes. The amounts of a credit or debit note are above 0. */
interface TaxDocumentTableRow {
  id: Generated<number>;
  invoice_id: number;
  tenancy_id: number;
  shop_id: number;
  kind: TaxDocumentKind;
  /** 1 when the title has the word TAX. */
  is_tax: number;
  /** The unit from whose counter the number was drawn; null if the number comes from no counter. */
  unit: string | null;
  counter: string | null;
  number: number | null;
  /** The number as printed. */
  serial: string;
  issued_on: Day;
  supplied_on: Day;
  /** The language of the tenant when the document was issued, printed beside the statutory English. */
  language: Language;
  /** JSON: the parties as they were when the document was issued; a note has those of its original. */
  supplier: string;
  purchaser: string;
  /** JSON: the lines of the document. */
  lines: string;
  /** JSON: the statement of account below an invoice; null on a note. */
  statement: string | null;
  /** The VAT rate; 0 when the document shows no VAT. */
  vat_rate_basis_points: number;
  value_cents: Cents;
  vat_cents: Cents;
  total_cents: Cents;
  /** The invoice that a note corrects. */
  original_id: number | null;
  /** The id of the INVOICE that this TAX INVOICE replaces. */
  replaces_id: number | null;
  reason: string;
  /** JSON: the settings with which the document was made. */
  settings: string;
  prints: number;
  issued_at: Instant;
  issued_by: string;
}

interface VatScheduleFileRow {
  id: Generated<number>;
  period: string;
  schedule: '01' | '04';
  /** The version of the file; 1 is the original. */
  version: number;
  name: string;
  content_hash: string;
  made_at: Instant;
  made_by: string;
}
