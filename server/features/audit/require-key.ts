import { message } from '#contract/messages/message.ts';
import type { AuditKey, AuditKeyring } from '../../db/seal/audit-key.ts';
import type { AuditHead } from './queries.ts';

/** Thrown when the key is lost, or belongs to another market. */
export class AuditKeyFault extends Error {}

/**
 * Returns the key that the log names. If the log names none, returns the existing key or creates one. Throws
 * AuditKeyFault if the key is missing or is not the one that the log names.
 */
export function requireKey(keyring: AuditKeyring, { key_id: wanted }: Pick<AuditHead, 'key_id'>): AuditKey {
  if (wanted === '') return keyring.findOrMake();
  const key = keyring.find();
  const { file } = keyring;
  if (!key) throw new AuditKeyFault(message('audit.key.missing', { file, wanted }));
  if (key.id !== wanted) throw new AuditKeyFault(message('audit.key.wrong', { file, wanted, found: key.id }));
  return key;
}
