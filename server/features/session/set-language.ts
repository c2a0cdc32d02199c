import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { setAccountLanguage } from './queries.ts';

export function setLanguage(
  database: Database,
  context: ActionContext,
  { caller, language }: { caller: Caller; language: Language },
): Promise<void> {
  return database.write(async (tx) => {
    await setAccountLanguage(tx, caller.accountId, { language, at: context.now });
    await writeAudit(tx, context, {
      type: 'Language Set',
      description: apiMessage('session.audit.language_set', { email: caller.email, language }),
      newValue: language,
      ...(caller.language && { oldValue: caller.language }),
    });
  });
}
