import { type Day, type Instant, instantOf, type Month } from '#billing/calendar.ts';
import { type AlarmSettings, alarms, FIRST_ALARMS } from '#contract/alarms.ts';
import { type BackupCopy, type BackupElsewhere, backup } from '#contract/backup.ts';
import type { BulkActionResult } from '#contract/bulk-actions.ts';
import { bulkActions, type Run } from '#contract/bulk-actions.ts';
import { invoices } from '#contract/invoices.ts';
import { type RentRulesOfMonth, rentRules } from '#contract/rent-rules.ts';
import { type Schedule, schedule } from '#contract/schedule.ts';
import { type ServerState, serverState } from '#contract/server-state.ts';
import { type VatRate, vatRates } from '#contract/vat-rates.ts';

const MORNING: Instant = instantOf(Date.parse('2026-11-20T01:30:00.000Z'));

export function testResult(facts: Partial<BulkActionResult> = {}): BulkActionResult {
  return { shop_id: 'A-2', tenant_name: 'Nimal Perera', status: 'success', amount: 11_800, ...facts };
}

export const sunil = testResult({ shop_id: 'A-3', tenant_name: 'Sunil Silva', amount: 200.5 });
export const empty: BulkActionResult = {
  shop_id: 'B-1',
  tenant_name: null,
  status: 'skipped',
  error: 'This shop has no tenant.',
};

export const DIGEST = 'd'.repeat(64);

export function answerEffect(results: readonly BulkActionResult[], further: object = {}): Response {
  const made = results.filter(({ status }) => status === 'success');
  const total_amount = made.reduce((sum, { amount = 0 }) => sum + amount, 0);
  const effect = { message: `Made: ${made.length}.`, count: made.length, total_amount, results, digest: DIGEST };
  return Response.json({ success: true, ...invoices.generateAll.answer.parse(effect), ...further });
}

export function testRun(facts: Partial<Run> = {}): Run {
  return {
    id: '00000000-0000-4000-a000-000000000000',
    action: 'generate-invoices',
    period: null,
    started_by: 'kumari@example.com',
    started_at: MORNING,
    ended_at: MORNING,
    done: 144,
    total: 144,
    outcome: 'done',
    summary: 'Invoices generated: 141.',
    ...facts,
  };
}

export const running = (done: number) => testRun({ ended_at: null, outcome: 'running', summary: '', done });

export const answerRun = (run: Run) => Response.json(bulkActions.getRun.answer.parse(run));
export const answerRuns = (...runs: Run[]) => Response.json(bulkActions.listRuns.answer.parse(runs));

export function testSchedule(facts: Partial<Schedule> = {}): Schedule {
  return {
    generate_invoices: false,
    generate_day: 1,
    apply_fines: false,
    fines_day: 16,
    daily_backup: true,
    backup_days: 14,
    ...facts,
  };
}

export const answerSchedule = (stored: Schedule, paused: string | null = null) =>
  Response.json(schedule.get.answer.parse({ ...stored, paused }));

export function testCopy(facts: Partial<BackupCopy> = {}): BackupCopy {
  return {
    name: 'pola-2026-11-20.sql.gz',
    made_at: MORNING,
    bytes: 12_345_678,
    rows: 98_765,
    proven_at: MORNING,
    proof: 'Test restore: 98,765 rows, identical to the database.',
    is_own: true,
    ...facts,
  };
}

const NO_BUCKET: BackupElsewhere = {
  is_set_up: false,
  last_at: null,
  restored_at: null,
  is_late: false,
  proof: null,
  foreign: null,
};

export const answerElsewhere = (facts: Partial<BackupElsewhere> = {}) =>
  Response.json(backup.elsewhere.answer.parse({ ...NO_BUCKET, ...facts }));

const HEALTHY: ServerState = {
  writes: 'taken',
  disk: { free_bytes: 12_340_000_000, size_bytes: 40_000_000_000 },
  full_in_weeks: null,
  certificate_days: null,
  database_role: null,
};

export const answerServer = (facts: Partial<ServerState> = {}) =>
  Response.json(serverState.get.answer.parse({ ...HEALTHY, ...facts }));

export const answerAlarms = (facts: Partial<AlarmSettings> = {}) =>
  Response.json(alarms.get.answer.parse({ ...FIRST_ALARMS, ...facts }));

export const answerCopies = (...copies: BackupCopy[]) => Response.json(backup.copies.answer.parse(copies));

export function testRate(facts: Partial<VatRate> = {}): VatRate {
  return {
    id: 1,
    vat_rate: 18,
    valid_from: '2026-11-01' as Day,
    set_by: 'kumari@example.com',
    set_at: MORNING,
    applied_at: MORNING,
    ...facts,
  };
}

export const answerRates = (...rates: VatRate[]) => Response.json(vatRates.list.answer.parse(rates));

export function testRules(facts: Partial<RentRulesOfMonth> = {}): RentRulesOfMonth {
  return {
    from_month: '2026-11' as Month,
    rent_due_day: 10,
    fine_rate: 20,
    first_month_by_days: false,
    cheques_on_their_day: false,
    set_by: 'kumari@example.com',
    set_at: MORNING,
    state: 'current',
    ...facts,
  };
}

export const answerRules = (...rules: RentRulesOfMonth[]) => Response.json(rentRules.list.answer.parse(rules));
