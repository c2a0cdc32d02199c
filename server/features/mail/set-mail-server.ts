import type { MailServerInput } from '#contract/mail.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import { putSetting } from '../../db/settings.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { MAIL_SETTING, readStoredMailServer, type StoredMailServer } from './read-mail-server.ts';

export async function setMailServer(
  tx: Writer,
  context: ActionContext,
  { password, ...given }: MailServerInput,
): Promise<void> {
  const before = await readStoredMailServer(tx);
  const after: StoredMailServer = { ...given, password: before.password };
  if (password !== undefined)
    after.password = password === '' ? '' : changesOf(tx).keyring.findOrMake().encrypt(password);
  const isNewPassword = before.password !== '' && before.password !== after.password;
  const changes = describeChanges(describe(before, false), describe(after, isNewPassword));
  if (!changes) return;
  await putSetting(tx, { name: MAIL_SETTING, value: JSON.stringify(after), at: context.now });
  await writeAudit(tx, context, {
    type: 'Mail Server Changed',
    description: apiMessage('mail.audit.server'),
    ...changes,
  });
}

function describe({ password, ...facts }: StoredMailServer, isNewPassword: boolean): ChangeDescription {
  const all = Object.entries(facts).map(([name, fact]) => [
    fieldLabel(name, message),
    fact === '' ? null : String(fact),
  ]);
  const stored = message(isNewPassword ? 'mail.audit.password_new' : 'mail.audit.password_stored');
  return { ...Object.fromEntries(all), [fieldLabel('password', message)]: password === '' ? null : stored };
}
