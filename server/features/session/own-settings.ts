import { type ChosenColumns, chosenColumns, invoiceColumnNames } from '#contract/columns.ts';
import type { Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import type { Caller } from '../../http/core/app-context.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findChosenColumns, setAccountLanguage, setChosenColumns } from './queries.ts';

export async function readChosenColumns(database: Database, accountId: number): Promise<ChosenColumns> {
  const stored = await findChosenColumns(database.reader, accountId);
  return stored === null ? { invoices: null } : withoutRemoved(JSON.parse(stored));
}

/** Stores the columns that an account has chosen. The request contains no version, because the last choice wins. */
export async function chooseColumns(
  database: Database,
  { accountId, columns }: { accountId: number; columns: ChosenColumns },
): Promise<ChosenColumns> {
  await database.write((tx) => setChosenColumns(tx, accountId, JSON.stringify(columns)));
  return columns;
}

/** Returns the chosen columns that still exist. A later release may have removed some of them. */
function withoutRemoved({ invoices }: { invoices: readonly string[] | null }): ChosenColumns {
  const left = invoiceColumnNames.filter((name) => invoices?.includes(name));
  return chosenColumns.parse({ invoices: left.length === 0 ? null : left });
}

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
