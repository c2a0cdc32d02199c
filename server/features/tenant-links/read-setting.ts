import { z } from 'zod';
import { apiMessage, message } from '#contract/messages/message.ts';
import { setting } from '../audit/setting.ts';

export const tenantPageSetting = setting<{ is_on: boolean }>({
  name: 'tenant_pages',
  schema: z.object({ is_on: z.boolean() }),
  first: () => ({ is_on: false }),
  describe: ({ is_on }) => message(is_on ? 'tenant-pages.audit.on' : 'tenant-pages.audit.off'),
  changed: { type: 'Tenant Pages Set', description: apiMessage('tenant-pages.audit.set') },
});
