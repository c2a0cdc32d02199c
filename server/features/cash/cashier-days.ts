import { z } from 'zod';
import { apiMessage } from '#contract/messages/message.ts';
import { setting } from '../audit/setting.ts';

/** Whether cashiers record payments of yesterday too. Until a market says otherwise, they record those of today only. */
export const yesterdaySetting = setting<boolean>({
  name: 'cashier-days',
  schema: z.boolean(),
  first: () => false,
  // In English, the language of the audit log.
  describe: (yesterday) => (yesterday ? 'today and yesterday' : 'today'),
  changed: { type: 'Cashier Days Set', description: apiMessage('cash.audit.days_set') },
});
