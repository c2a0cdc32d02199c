import type { BulkAction, BulkActionEffect } from '#contract/bulk-actions.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import type { OfficePath } from '#web/routes.ts';
import { formatNumber } from '#web/ui/format/money.ts';
import type { Status } from '#web/ui/status-chip.tsx';
import { api } from '../api.ts';

/** The actions that somebody takes by hand; the daily copy is the server's alone. */
export type ManualAction = Exclude<BulkAction, 'backup'>;

/** What an action did, or would do. */
export type ActionEffect = BulkActionEffect & {
  /** Invoices of which the 15th has passed, and which are still in time, for their bill was made late. */
  within_grace?: number;
};

interface Options {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** Everything in which the four actions differ on the screen. */
export interface ActionText {
  path: OfficePath;
  /** What it does to whom, in a sentence or two. */
  about: string;
  /** What one presses: 'Generate 141 invoices', 'Generate invoices' without a number. */
  act: (count?: number) => string;
  /** What it is doing while it runs. */
  doing: string;
  /** What is counted: 'invoices'. */
  things: (count: number) => string;
  /** What becomes of one of them, before and after. */
  will: string;
  did: string;
  /** The status whose colour that word has. */
  like: Status;
  /** What the amount of one is. */
  amount: string;
  /** There is nothing to do. */
  nothing: string;
  /** What to do first when the books name nobody at all. */
  first?: string;
  /** The specification's sentence when the server gives none. */
  failed: string;
  /** Rehearses it (`dry_run`), or does it under the name of a run. */
  send: (
    query: { dry_run?: 'true'; run_id?: string; preview_digest?: string },
    options?: Options,
  ) => Promise<ActionEffect>;
}

export const actionWords: Record<ManualAction, ActionText> = {
  'generate-invoices': {
    path: '/settings/generate-invoices',
    about: "This month's invoice for every shop that has a tenant and none yet. Safe to repeat: nobody gets two.",
    act: (count) => withCount('Generate', count, 'invoice', 'invoices'),
    doing: 'Generating invoices',
    things: (count) => counted(count, 'invoice', 'invoices'),
    will: 'Will be generated',
    did: 'Generated',
    like: 'Paid',
    amount: 'Bill of the month',
    nothing: 'There is no invoice to generate.',
    first: 'Add the shops and their tenants first.',
    failed: 'Failed to generate invoices.',
    send: (query, options) => api(invoices.generateAll, { query, body: {} }, options),
  },
  'apply-fines': {
    path: '/settings/apply-fines',
    about: 'A fine on every invoice that is past its due day with rent unpaid and has none yet: 30 % of that rent.',
    act: (count) => withCount('Apply', count, 'fine', 'fines'),
    doing: 'Applying fines',
    things: (count) => counted(count, 'fine', 'fines'),
    will: 'Will be fined',
    did: 'Fined',
    like: 'Partially Paid',
    amount: 'Fine',
    nothing: 'There is no invoice to fine.',
    failed: 'Failed to apply fines.',
    send: (query, options) => api(fines.applyAll, { query, body: {} }, options),
  },
  'fine-arrest': {
    path: '/settings/fine-arrest',
    about: 'Marks every fine that is unpaid for 30 days as Arrest. No money moves.',
    act: (count) => `${withCount('Put', count, 'fine', 'fines')} under arrest`,
    doing: 'Putting fines under arrest',
    things: (count) => counted(count, 'fine', 'fines'),
    will: 'Will be under arrest',
    did: 'Under arrest',
    like: 'Arrest',
    amount: 'Owed',
    nothing: 'There is no fine to put under arrest.',
    failed: 'Failed to apply fine arrest.',
    send: (query, options) => api(fines.arrest, { query, body: {} }, options),
  },
  'invoice-arrest': {
    path: '/settings/invoice-arrest',
    about: 'Marks every invoice that is open for 30 days, with what belongs to it, as Arrest. No money moves.',
    act: (count) => `${withCount('Put', count, 'invoice', 'invoices')} under arrest`,
    doing: 'Putting invoices under arrest',
    things: (count) => counted(count, 'invoice', 'invoices'),
    will: 'Will be under arrest',
    did: 'Under arrest',
    like: 'Arrest',
    amount: 'Owed',
    nothing: 'There is no invoice to put under arrest.',
    failed: 'Failed to apply invoice arrest.',
    send: (query, options) => api(invoices.arrest, { query, body: {} }, options),
  },
};

function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

function withCount(verb: string, count: number | undefined, one: string, many: string): string {
  return `${verb} ${count === undefined ? many : counted(count, one, many)}`;
}
