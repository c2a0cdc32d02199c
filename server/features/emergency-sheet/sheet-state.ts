import { z } from 'zod';
import { type Instant, isInstant } from '#billing/calendar.ts';
import type { EmergencySheetState } from '#contract/emergency-sheet.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type DescribedMarket, machineOf, sheetFacts } from './describe-for-sheet.ts';

/** Once a month somebody looks where the sheet is, and prints it again. */
const DUE_MS = 31 * 24 * 60 * 60 * 1000;

const printed = z.object({
  at: z.string().refine(isInstant),
  by: z.string(),
  facts: z.record(z.string(), z.string()),
});

/** Each machine has a sheet of its own, because its folders and keys may be in other places. */
function settingOf({ installation }: DescribedMarket): string {
  return `emergency sheet of ${machineOf(installation)}`;
}

export async function readSheetState(
  db: Reader,
  market: DescribedMarket,
  now: Instant,
): Promise<Unworded<EmergencySheetState>> {
  const row = await findSetting(db, settingOf(market));
  if (!row) return { state: 'never', printed_at: null, printed_by: null, changed: [] };
  const { at, by, facts } = printed.parse(JSON.parse(row.value));
  const changed = sheetFacts.filter((fact) => facts[fact] !== market.facts[fact]);
  const isDue = Date.parse(now) - Date.parse(at) > DUE_MS;
  return {
    state: changed.length > 0 ? 'changed' : isDue ? 'due' : 'current',
    printed_at: at,
    printed_by: by,
    changed: changed.map((fact) => apiMessage(`emergency-sheet.fact.${fact}`)),
  };
}

/** Records who prints the sheet, and what it says. */
export async function recordPrinted(tx: Writer, context: ActionContext, market: DescribedMarket): Promise<void> {
  const value = JSON.stringify({ at: context.now, by: context.actor, facts: market.facts });
  await putSetting(tx, { name: settingOf(market), value, at: context.now });
  await writeAudit(tx, context, {
    type: 'Emergency Sheet Printed',
    description: apiMessage('emergency-sheet.audit.printed', { machine: machineOf(market.installation) }),
  });
}
