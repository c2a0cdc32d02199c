import { type Instant, instantOf } from '#billing/calendar.ts';
import type { Run } from '#contract/bulk-actions.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import type { RunRow } from './queries.ts';

/** The time without progress after which a run counts as interrupted. A working run reports more often. */
const SILENT_MS = 2 * 60_000;

export function silentSince(now: Instant): Instant {
  return instantOf(Date.parse(now) - SILENT_MS);
}

export function presentRun(row: RunRow, now: Instant): Unworded<Run> {
  const isSilent = row.outcome === 'running' && row.alive_at < silentSince(now);
  return {
    id: row.id,
    action: row.action,
    period: row.period,
    started_by: row.started_by,
    started_at: row.started_at,
    ended_at: row.ended_at,
    done: row.done,
    total: row.total,
    outcome: isSilent ? 'interrupted' : row.outcome,
    summary: isSilent ? apiMessage('bulk-actions.run.interrupted') : restoreMessage(row.summary),
  };
}
