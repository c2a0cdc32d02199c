import type { AlertSettingsInput } from '#contract/alerts.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { changesOf } from '../../db/seal/watch-changes.ts';
import { putSetting } from '../../db/settings.ts';
import { type ChangeDescription, describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { makeVapidKeys } from './deliver-push.ts';
import { ALERT_SETTING, readStoredSettings, type StoredAlertSettings } from './read-alert-settings.ts';

export async function setAlertSettings(
  tx: Writer,
  context: ActionContext,
  { sms_headers, ...given }: AlertSettingsInput,
): Promise<void> {
  requireWhole(given);
  const { keyring } = changesOf(tx);
  const before = await readStoredSettings(tx);
  const after: StoredAlertSettings = { ...before, ...given };
  if (sms_headers !== undefined)
    after.sms_headers = sms_headers === '' ? '' : keyring.findOrMake().encrypt(sms_headers);
  if (given.push_on && keyring.find()?.decrypt(before.push_private_key) === undefined) {
    const { publicKey, privateKey } = makeVapidKeys();
    after.push_public_key = publicKey;
    after.push_private_key = keyring.findOrMake().encrypt(privateKey);
  }
  const isNew = before.sms_headers !== '' && before.sms_headers !== after.sms_headers;
  const changes = describeChanges(describe(before, false), describe(after, isNew));
  if (!changes) return;
  await putSetting(tx, { name: ALERT_SETTING, value: JSON.stringify(after), at: context.now });
  await writeAudit(tx, context, {
    type: 'Alert Settings Changed',
    description: apiMessage('alerts.audit.settings'),
    ...changes,
  });
}

function requireWhole({ push_on, push_contact, sms_on, sms_address, sms_body }: AlertSettingsInput): void {
  const missing = (field: string) => ({ field, message: apiMessage('input.required') });
  const details = [
    ...(push_on && push_contact === '' ? [missing('push_contact')] : []),
    ...(sms_on && sms_address === '' ? [missing('sms_address')] : []),
    ...(sms_on && !(sms_body.includes('{to}') && sms_body.includes('{text}'))
      ? [{ field: 'sms_body', message: apiMessage('input.alerts.sms-body') }]
      : []),
  ];
  if (details.length > 0) throw new Refusal('invalid_input', { details });
}

function describe(
  { push_private_key: _, sms_headers, ...facts }: StoredAlertSettings,
  isNew: boolean,
): ChangeDescription {
  const all = Object.entries(facts).map(([name, fact]) => [
    fieldLabel(name, message),
    fact === '' ? null : String(fact),
  ]);
  const stored = message(isNew ? 'mail.audit.password_new' : 'mail.audit.password_stored');
  return { ...Object.fromEntries(all), [fieldLabel('sms_headers', message)]: sms_headers === '' ? null : stored };
}
