import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { roles } from './roles.ts';
import { dayText, instant, month, rupeesOut } from './scalars.ts';

/** A question about something that a file does not contain. Nothing is written until every question has an answer. */
export const importQuestion = z.object({
  id: z.string(),
  kind: z.enum(['order', 'prices', 'column', 'unit', 'word']),
  question: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  takes_number: z.boolean().meta({ description: 'Any number above 0 is an answer too' }),
  lines: z.int(),
  answer: z.string().nullable(),
});

export const MOST_FAULTS_SHOWN = 1000;
export const MOST_IMPORTED_SHOWN = 500;

/** The fields that the answers of all imports share (prices, shops and products). */
export const importSummary = {
  written: z.boolean(),
  lines: z.int(),
  accepted: z.int(),
  added: z.int(),
  unchanged: z.int(),
  questions: z.array(importQuestion).meta({ description: 'What the file does not say. Asked again with an answer' }),
  notes: z.array(z.string()).meta({ description: 'How the file was read' }),
  faulty: z.int(),
  faults: z
    .array(z.object({ line: z.int(), reason: z.string(), text: z.string() }))
    .meta({ description: `The first ${MOST_FAULTS_SHOWN} faulty lines` }),
};

const tableReport = z.object({
  ...importSummary,
  rows: z
    .array(z.object({ line: z.int(), text: z.string(), status: z.enum(['added', 'unchanged']) }))
    .meta({ description: `The first ${MOST_IMPORTED_SHOWN} good lines and what becomes of each` }),
});

export const importSubjects = ['shops', 'products'] as const;
export type ImportSubject = (typeof importSubjects)[number];

export const importFile = z.string().min(1, inputMessage('input.prices.empty-file'));
export const importAnswers = z
  .record(z.string().max(200), z.string().max(200))
  .optional()
  .meta({ description: 'Id of a question of the answer -> value of a choice' });
export const MOST_IMPORT_BYTES = 10 * 1024 * 1024;

const message = z.string();
const bySubject = z.object({ subject: z.enum(importSubjects) });

const lastImport = z.object({
  subject: z.enum(importSubjects),
  at: instant,
  by: z.string(),
  shops: z.int(),
  tenants: z.int(),
  products: z.int(),
});

/** What an import may find out about a row of the previous system's dump, and what it then does with the row. */
export const dumpFindings = {
  paid_but_short: 'imported',
  paid_in_full_but_not_closed: 'imported',
  overpaid: 'imported',
  incomplete_invoice: 'imported',
  unpaid_charge_on_paid_invoice: 'imported',
  unpaid_status_nothing_due: 'imported',
  future_month: 'imported',
  several_tenants: 'imported',
  entries_before_tenant: 'imported',
  no_tenant: 'imported',
  no_email: 'imported',
  credit_beside_due_charges: 'imported',
  unexplained_adjustment: 'imported',
  longer_than_allowed: 'imported',
  unusual_price: 'imported',
  inexact_price: 'imported',
  duplicate_charge: 'changed',
  future_date: 'changed',
  correction_without_payment: 'changed',
  unknown_invoice: 'changed',
  shop_id_changed: 'changed',
  terms_out_of_range: 'changed',
  control_characters: 'changed',
  surrounding_spaces: 'changed',
  duplicate_name: 'changed',
  missing_date: 'changed',
  missing_value: 'changed',
  encoded_twice: 'changed',
  orphan: 'rejected',
  not_positive: 'rejected',
  min_above_max: 'rejected',
  duplicate_price: 'rejected',
  picture_type_not_supported: 'rejected',
  picture_unreadable: 'rejected',
  existing_account: 'rejected',
  vacant_tenant: 'rejected',
} as const;
export type DumpFinding = keyof typeof dumpFindings;

/** The size in bytes of the pieces in which a dump is sent; the last piece may be smaller. */
export const DUMP_PIECE_BYTES = 4 * 1024 * 1024;
export const MOST_FINDINGS_SHOWN = 1000;
export const MOST_TENANCIES_SHOWN = 1000;

const dumpSteps = ['reading', 'pictures', 'shops', 'goods', 'tickets', 'audit'] as const;
const dumpStep = z.object({
  step: z.enum(dumpSteps),
  /**
   * The part of the step that is done, of `total`: bytes of the file, pictures or shops. In the other steps both are 0.
   */
  done: z.int(),
  total: z.int(),
});
export type DumpStep = z.output<typeof dumpStep>;

/** What happens to a row with a finding. The first is what the reader of the report needs most. */
export const findingOutcomes = ['rejected', 'changed', 'imported'] as const;

const dumpReport = z.object({
  /** The SHA-256 of the dump after decompression. */
  hash: z.string(),
  notes: z.array(z.string()),
  tables: z.array(
    z.object({ table: z.string(), read: z.int(), imported: z.int(), changed: z.int(), rejected: z.int() }),
  ),
  finding_count: z.int(),
  findings: z
    .array(
      z.object({
        table: z.string(),
        key: z.string(),
        code: z.enum(Object.keys(dumpFindings) as DumpFinding[]),
        outcome: z.enum(findingOutcomes),
        detail: z.string(),
      }),
    )
    .meta({ description: `The first ${MOST_FINDINGS_SHOWN} findings` }),
  tenancy_count: z.int(),
  tenancies: z
    .array(
      z.object({
        shop_id: z.string(),
        previous_shop_id: z.string(),
        /** Empty for a shop without a tenant. */
        tenant: z.string(),
        from: dayText.nullable(),
        to: dayText.nullable(),
        due: rupeesOut,
        balance: rupeesOut,
        previous_due: rupeesOut,
        previous_balance: rupeesOut,
        forgiven: rupeesOut,
        transferred: rupeesOut,
        adjustment: rupeesOut,
      }),
    )
    .meta({ description: `The amounts due and balances of the first ${MOST_TENANCIES_SHOWN} tenancies` }),
  vat_by_month: z.array(z.object({ month, vat: rupeesOut })),
  accounts: z.array(z.object({ email: z.string(), role: z.enum(roles) })),
  unexplained_adjustments: z
    .int()
    .meta({ description: 'Findings of that kind: nothing in the dump explains the adjustment of a shop' }),
  unexplained: z
    .array(z.string())
    .meta({ description: 'Amounts that differ without a reason. Such a dump cannot be imported' }),
});
export type DumpReport = z.output<typeof dumpReport>;

const dumpStages = ['none', 'receiving', 'checking', 'checked', 'writing', 'written', 'failed'] as const;
const dumpState = z.object({
  stage: z.enum(dumpStages),
  /** Empty while no dump is being imported. */
  id: z.string(),
  name: z.string(),
  by: z.string(),
  bytes: z.int(),
  received: z.int(),
  step: dumpStep.nullable(),
  fault: z.string().nullable().meta({ description: 'Why nothing was imported' }),
  report: dumpReport.nullable(),
  is_market_empty: z.boolean().meta({ description: 'A dump can only be imported into an empty market' }),
  most_megabytes: z.int().meta({ description: 'The maximum size of a dump' }),
});

const dumpId = z.string().max(300);

export const imports = {
  last: call({
    method: 'GET',
    path: '/api/imports',
    permission: 'books.write',
    summary: 'List the last import of shops and of products that can still be undone.',
    answer: z.array(lastImport),
    refusals: [],
  }),
  table: call({
    method: 'POST',
    path: '/api/imports/:subject',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Import shops with their tenants, or products, from CSV. Columns are recognised by their headings. Nothing is saved unless write is true, and nothing while a question is open or a line is faulty.',
    maxBodyBytes: MOST_IMPORT_BYTES,
    params: bySubject,
    body: z.object({ csv: importFile, answers: importAnswers, write: z.boolean().optional() }),
    answer: tableReport,
    refusals: ['bad_csv', 'import_unanswered'],
  }),
  starter: call({
    method: 'POST',
    path: '/api/imports/products/starter',
    permission: 'books.write',
    writes: 'once',
    summary: 'Add the missing products of the starter catalogue.',
    answer: z.object({ message, added: z.int() }),
    refusals: [],
  }),
  undo: call({
    method: 'POST',
    path: '/api/imports/:subject/undo',
    permission: 'books.write',
    writes: 'once',
    summary: 'Remove what the last import added. Refused once any of it has been used.',
    params: bySubject,
    answer: z.object({ message }),
    refusals: ['import_not_found', 'import_used'],
  }),
  dump: call({
    method: 'GET',
    path: '/api/imports/dump',
    permission: 'settings.write',
    summary: 'Get the state of the import of a dump of the previous system, with its report.',
    answer: dumpState,
    refusals: [],
  }),
  beginDump: call({
    method: 'POST',
    path: '/api/imports/dump',
    permission: 'settings.write',
    writes: 'unkeyed',
    unlogged: true,
    summary:
      'Announce a dump of the previous system, plain or compressed with gzip. Announcing the same file again continues where sending was interrupted.',
    body: z.object({
      name: z.string().trim().min(1).max(200),
      bytes: z.int().min(0),
      modified: z.int().min(0).meta({ description: 'When the file was last changed, in milliseconds since 1970' }),
    }),
    answer: dumpState,
    refusals: ['import_running', 'dump_too_large'],
  }),
  sendDump: call({
    method: 'POST',
    path: '/api/imports/dump/pieces',
    permission: 'settings.write',
    writes: 'unkeyed',
    unlogged: true,
    summary:
      'Send the next piece of the announced dump. A piece that is not the next one is ignored; received says where to continue. The last piece starts a dry run.',
    upload: 'piece',
    body: z.object({ id: dumpId, offset: z.coerce.number().pipe(z.int().min(0)) }),
    answer: dumpState,
    refusals: [],
  }),
  writeDump: call({
    method: 'POST',
    path: '/api/imports/dump/write',
    permission: 'settings.write',
    writes: 'unkeyed',
    unlogged: true,
    verified: 'unless-recent',
    summary:
      'Import the checked dump with this hash, all of it or nothing. Any other hash changes nothing. The import itself writes the audit entry.',
    body: z.object({ hash: z.string().max(64) }),
    answer: dumpState,
    refusals: ['verification_required'],
  }),
  stopDump: call({
    method: 'POST',
    path: '/api/imports/dump/stop',
    permission: 'settings.write',
    writes: 'unkeyed',
    unlogged: true,
    summary: 'Stop the import with this id, unless it is complete, and delete the dump from the server.',
    body: z.object({ id: dumpId }),
    answer: dumpState,
    refusals: [],
  }),
};
