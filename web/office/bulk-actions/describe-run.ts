import { isDay, isMonth } from '#billing/calendar.ts';
import type { BulkAction, Run } from '#contract/bulk-actions.ts';
import type { Status } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { titleOf } from '../screen.tsx';
import { type ManualAction, manualActions } from './describe-action.ts';

/** `Generate invoices, Nov 2026`; runs that users start have no period. */
export function runName({ action, period }: Run): string {
  const name = actionName(action);
  if (period === null) return name;
  const day = isDay(period) ? formatOfficeDay(period) : period;
  return t('bulk-actions.runs.nameOf', { action: name, period: isMonth(period) ? formatMonth(period) : day });
}

function actionName(action: BulkAction): string {
  switch (action) {
    case 'backup':
      return t('bulk-actions.runs.backup');
    case 'anchor':
      return t('bulk-actions.runs.anchor');
    case 'verify':
      return t('audit.verification.title');
    default:
      return titleOf(manualActions[action].path);
  }
}

export function runAgainAt({ action }: Run): string | undefined {
  return isManual(action) ? manualActions[action].path : undefined;
}

function isManual(action: BulkAction): action is ManualAction {
  return action in manualActions;
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
