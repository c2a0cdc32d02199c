import { createHash } from 'node:crypto';
import { dayOf } from '#billing/calendar.ts';
import { scheduleVersion } from '#billing/tax/tax-period.ts';
import { readTin } from '#billing/tax/tin.ts';
import { scheduleFileName, writeSchedule01, writeSchedule04 } from '#billing/tax/write-vat-schedule.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { LoadedSchedules } from './load-schedules.ts';
import { insertScheduleFile, listScheduleFiles, type VatScheduleFileRow } from './queries.ts';

interface ScheduleFileContent {
  schedule: '01' | '04';
  version: number;
  name: string;
  content: string;
  hash: string;
}

/** Stores the file of a VAT schedule. Throws a Refusal if the tax office would reject the file. */
export async function storeScheduleFile(
  tx: Writer,
  context: ActionContext,
  { loaded, schedule }: { loaded: LoadedSchedules; schedule: '01' | '04' },
): Promise<ScheduleFileContent> {
  const { period } = loaded.schedules;
  if (loaded.faults.some(({ isWarning }) => !isWarning)) throw new Refusal('vat_schedule_faulty');
  const files = await listScheduleFiles(tx, period.code);
  const file = describeScheduleFile(context, { loaded, files, schedule });
  if (!file) throw new Refusal('centre_not_registered');
  await insertScheduleFile(tx, {
    period: period.code,
    schedule,
    version: file.version,
    name: file.name,
    content_hash: file.hash,
    made_at: context.now,
    made_by: context.actor,
  });
  await writeAudit(tx, context, {
    type: 'VAT Schedule Downloaded',
    description: apiMessage('tax.audit.file', { name: file.name }),
  });
  return file;
}

/** Describes the file of a VAT schedule. Its version changes only with its content. Returns undefined without a TIN. */
export function describeScheduleFile(
  { now }: Pick<ActionContext, 'now'>,
  { loaded, files, schedule }: { loaded: LoadedSchedules; files: readonly VatScheduleFileRow[]; schedule: '01' | '04' },
): ScheduleFileContent | undefined {
  const tin = readTin(loaded.setup.tin);
  if (tin === undefined) return undefined;
  const { invoices, notes, period } = loaded.schedules;
  const content = schedule === '01' ? writeSchedule01(invoices) : writeSchedule04(notes, loaded.settings.issuedByMe);
  const hash = createHash('sha256').update(content).digest('hex');
  const madeOn = dayOf(now);
  const earlier = files.filter((file) => file.schedule === schedule && file.version > 1);
  const amendments = new Set(earlier.map(({ version }) => version)).size;
  const isSame = earlier[0]?.content_hash === hash;
  const version = scheduleVersion(period, madeOn, isSame ? amendments - 1 : amendments);
  return { schedule, version, name: scheduleFileName({ tin, schedule, period, madeOn, version }), content, hash };
}
