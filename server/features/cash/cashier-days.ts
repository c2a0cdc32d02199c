import type { CashierDays } from '#contract/cash.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { writeAudit } from '../audit/write-audit.ts';

const CASHIER_DAYS = 'cashier-days';

/** Until a market says otherwise, cashiers record payments of today only. */
export async function readCashierDays(db: Reader): Promise<CashierDays> {
  return { yesterday: (await findSetting(db, CASHIER_DAYS))?.value === 'true' };
}

export async function setCashierDays(tx: Writer, context: ActionContext, { yesterday }: CashierDays): Promise<void> {
  const before = await readCashierDays(tx);
  if (before.yesterday === yesterday) return;
  await putSetting(tx, { name: CASHIER_DAYS, value: JSON.stringify(yesterday), at: context.now });
  await writeAudit(tx, context, {
    type: 'Cashier Days Set',
    description: apiMessage('cash.audit.days_set'),
    oldValue: describeDays(before),
    newValue: describeDays({ yesterday }),
  });
}

/** Returns the days in English, the language of the audit log. */
function describeDays({ yesterday }: CashierDays): string {
  return yesterday ? 'today and yesterday' : 'today';
}
