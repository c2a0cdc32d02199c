import { isDay, isMonth } from '#billing/calendar.ts';
import type { BulkAction, Run } from '#contract/bulk-actions.ts';
import { officePages } from '#web/routes.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import type { Status } from '#web/ui/status-chip.tsx';
import { actionWords } from './describe-action.ts';

/** What ran: 'Generate invoices, Nov 2026' when the schedule did it for a month. */
export function runName({ action, period }: Run): string {
  const name = nameOf(action);
  if (period === null) return name;
  if (isMonth(period)) return `${name}, ${formatMonth(period)}`;
  return `${name}, ${isDay(period) ? formatOfficeDay(period) : period}`;
}

function nameOf(action: BulkAction): string {
  return action === 'backup' ? 'Daily copy' : officePages[actionWords[action].path].title;
}

/** Where it can be run again by hand; the daily copy cannot. */
export function runAgainAt({ action }: Run): string | undefined {
  return action === 'backup' ? undefined : actionWords[action].path;
}

/** Who started it. */
export function starterOf({ started_by }: Run): string {
  return started_by === 'schedule' ? 'The server, by schedule' : started_by;
}

export const OUTCOMES: Record<Run['outcome'], { word: string; like: Status }> = {
  running: { word: 'Running', like: 'Newly Arrived' },
  done: { word: 'Done', like: 'Paid' },
  failed: { word: 'Failed', like: 'Arrears' },
  interrupted: { word: 'Interrupted', like: 'Partially Paid' },
};
