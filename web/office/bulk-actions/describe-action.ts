import type { OfficePath } from 'virtual:office/pages';
import type { BulkAction, BulkActionEffect } from '#contract/bulk-actions.ts';
import { fines } from '#contract/fines.ts';
import { invoices } from '#contract/invoices.ts';
import type { Status } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';

/** The actions that people start; the other actions run only by schedule. */
export type ManualAction = Exclude<BulkAction, 'backup' | 'backup-elsewhere' | 'anchor' | 'missing-list' | 'verify'>;

export type ActionEffect = BulkActionEffect & {
  /**
   * The number of invoices that are past the due day of their month, but were generated so late that they are not
   * overdue yet.
   */
  within_grace?: number;
};

interface Options {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

type TextGroup = 'invoices' | 'fines' | 'fineArrest' | 'invoiceArrest';

export interface ManualActionInfo {
  path: OfficePath;
  texts: TextGroup;
  like: Status;
  send: (
    query: { dry_run?: 'true'; run_id?: string; preview_digest?: string },
    options?: Options,
  ) => Promise<ActionEffect>;
}

export const manualActions: Record<ManualAction, ManualActionInfo> = {
  'generate-invoices': {
    path: '/settings/generate-invoices',
    texts: 'invoices',
    like: 'Paid',
    send: (query, options) => api(invoices.generateAll, { query, body: {} }, options),
  },
  'apply-fines': {
    path: '/settings/apply-fines',
    texts: 'fines',
    like: 'Partially Paid',
    send: (query, options) => api(fines.applyAll, { query, body: {} }, options),
  },
  'fine-arrest': {
    path: '/settings/fine-arrest',
    texts: 'fineArrest',
    like: 'Arrest',
    send: (query, options) => api(fines.arrest, { query, body: {} }, options),
  },
  'invoice-arrest': {
    path: '/settings/invoice-arrest',
    texts: 'invoiceArrest',
    like: 'Arrest',
    send: (query, options) => api(invoices.arrest, { query, body: {} }, options),
  },
};

type ActionTextName =
  | 'about'
  | 'action'
  | 'running'
  | 'count'
  | 'will'
  | 'did'
  | 'amount'
  | 'total'
  | 'nothing'
  | 'failed';

export function actionText({ texts }: ManualActionInfo, name: ActionTextName, count = 0): string {
  return t(`bulk-actions.${texts}.${name}`, { count });
}

export function statusText(
  action: ManualActionInfo,
  status: ActionEffect['results'][number]['status'],
  isDone: boolean,
): string {
  if (status === 'success') return actionText(action, isDone ? 'did' : 'will');
  return t(`bulk-actions.status.${status}`);
}
