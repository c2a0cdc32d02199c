import { z } from 'zod';
import { call } from './call.ts';
import { inputMessage } from './messages/input-message.ts';
import { instant } from './scalars.ts';

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
};
