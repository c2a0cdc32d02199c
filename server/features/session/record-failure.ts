import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { countEvent } from '../../db/rate-limits.ts';
import { isUnavailable } from '../../db/transaction.ts';
import { networkOf } from '../../http/core/client-address.ts';
import { writeAudit } from '../audit/write-audit.ts';

const RECORDED_EACH = 10;
/** Per hour, so that invented emails do not fill the log. */
const MOST_UNKNOWN = 100;
const UNKNOWN = 'failed sign-ins of unknown emails';

interface Failure {
  email: string;
  address: string;
  hasAccount: boolean;
  onUnrecorded: (error: unknown) => void;
}

/** Records the first and each tenth failure of an email and network in an hour. */
export async function recordFailure(
  database: Database,
  context: ActionContext,
  { email, address, hasAccount, onUnrecorded }: Failure,
): Promise<void> {
  const subject = `failed sign-ins ${email} from ${networkOf(address)}`;
  const count = await countEvent(database, subject, context.now);
  if (count !== 1 && count % RECORDED_EACH !== 0) return;
  if (!hasAccount && (await countEvent(database, UNKNOWN, context.now)) > MOST_UNKNOWN) return;
  const description = apiMessage('session.audit.sign_in_failed', { email, address, count });
  try {
    await database.writeSession((tx) =>
      writeAudit(tx, { ...context, actor: email }, { type: 'Sign-In Failed', description }),
    );
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    onUnrecorded(error);
  }
}
