import type { MailServerInput } from '#contract/mail.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import { mailSetting } from './read-mail-server.ts';

export async function setMailServer(
  tx: Writer,
  context: ActionContext,
  { password, ...given }: MailServerInput,
): Promise<void> {
  await mailSetting.change(tx, context, {
    value: (before) => ({ ...given, password: storedPassword(tx, password) ?? before.password }),
    // Public pages link to alerts only if alerts can be sent, so cached pages may be out of date now.
    alongside: () => raiseDataVersion(tx),
  });
}

/** Returns the given password as it is stored, or undefined if none is given. */
function storedPassword(tx: Writer, password: string | undefined): string | undefined {
  return password ? changesOf(tx).keyring.findOrMake().encrypt(password) : password;
}
