import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentDeviceCode } from './present.ts';
import { insertDevice } from './queries.ts';

export async function addDevice(tx: Writer, context: ActionContext): Promise<string> {
  const code = presentDeviceCode(await insertDevice(tx, context));
  const description = apiMessage('gate.audit.device_added', { code });
  await writeAudit(tx, context, { type: 'Gate Phone Added', description, newValue: code });
  return code;
}
