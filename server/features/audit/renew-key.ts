import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database } from '../../db/connect.ts';
import { findHead } from './queries.ts';
import { writeRenewingAudit } from './write-audit.ts';

interface Renewal {
  /**
   * True to seal the rows despite the differences that were found. The key is then replaced even if it is the correct
   * one.
   */
  acceptsDifferences: boolean;
  setAside: (id: string) => void;
}

/**
 * Replaces the key and seals all rows as they are. Returns the id of the new key; undefined if the present key is
 * correct and remains.
 */
export async function renewKey(
  database: Database,
  context: ActionContext,
  { acceptsDifferences, setAside }: Renewal,
): Promise<string | undefined> {
  const { auditKeys } = database;
  const present = auditKeys.find();
  const head = await findHead(database.reader);
  if (present && present.id === head?.key_id && !acceptsDifferences) return undefined;
  if (present) setAside(present.id);
  auditKeys.forget();
  const { id } = auditKeys.findOrMake();
  const event = { type: 'Rows Sealed', description: apiMessage('audit.rows.sealed') } as const;
  await database.write((tx) => writeRenewingAudit(tx, context, event));
  return id;
}
