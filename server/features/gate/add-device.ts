import { randomBytes } from 'node:crypto';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentDeviceCode } from '../tickets/device-code.ts';
import { hasNumbersOf } from '../tickets/queries.ts';
import { insertDevice } from './queries.ts';

interface NewDevice {
  letters: string;
  secret: string | null;
}

/** Skips device codes that phones have used although the office never assigned them. */
export async function addDevice(
  tx: Writer,
  context: ActionContext,
  { isSigned }: { isSigned: boolean } = { isSigned: false },
): Promise<NewDevice> {
  for (;;) {
    const secret = newSecret();
    const letters = presentDeviceCode(await insertDevice(tx, context, isSigned ? secret : null));
    if (await hasNumbersOf(tx, letters)) continue;
    const description = apiMessage('gate.audit.device_added', { code: letters });
    await writeAudit(tx, context, { type: 'Gate Phone Added', description, newValue: letters });
    return { letters, secret: isSigned ? secret : null };
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
