import { isDay, isMonth } from '#billing/calendar.ts';
import type { BulkAction, Run } from '#contract/bulk-actions.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import type { Status } from '#web/ui/status-chip.tsx';
import { titleOf } from '../shell/screen.tsx';
import { manualActions } from './describe-action.ts';

/** Returns `Generate invoices, Nov 2026`; runs that users start have no period. */
export function runName({ action, period }: Run): string {
  const name = actionName(action);
  if (period === null) return name;
  const day = isDay(period) ? formatOfficeDay(period) : period;
  return t('bulk-actions.runs.nameOf', { action: name, period: isMonth(period) ? formatMonth(period) : day });
}

function actionName(action: BulkAction): string {
  if (action === 'backup') return t('bulk-actions.runs.backup');
  return action === 'anchor' ? t('bulk-actions.runs.anchor') : titleOf(manualActions[action].path);
}

/** Undefined for what only the schedule runs. */
export function runAgainAt({ action }: Run): string | undefined {
  return action === 'backup' || action === 'anchor' ? undefined : manualActions[action].path;
}

export function starterOf({ started_by }: Run): string {
  return started_by === 'schedule' ? t('bulk-actions.runs.schedule') : started_by;
}

export const OUTCOME_STATUS: Record<Run['outcome'], Status> = {
  running: 'Newly Arrived',
  done: 'Paid',
  failed: 'Arrears',
  interrupted: 'Partially Paid',
};
