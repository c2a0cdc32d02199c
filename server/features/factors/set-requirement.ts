import { z } from 'zod';
import { apiMessage, message } from '#contract/messages/message.ts';
import { type Role, roles } from '#contract/roles.ts';
import { setting } from '../audit/setting.ts';

/** The roles whose accounts must have a second factor. */
export const requirementSetting = setting<{ roles: Role[] }>({
  name: 'second_factor',
  schema: z.object({ roles: z.array(z.enum(roles)) }),
  first: () => ({ roles: [] }),
  describe: (requirement) => ({ [message('factors.audit.roles')]: requirement.roles.join(', ') || null }),
  changed: { type: 'Second Factor Required', description: apiMessage('factors.audit.requirement') },
});
