import { dayOf, isInstant } from '#billing/calendar.ts';
import { type AuditKey, type AuditKeyPlace, AuditKeyring } from '../../db/seal/audit-key.ts';
import { BadBackup, badBackup } from './bad-backup.ts';
import type { Checked } from './check-backup.ts';
import { readCopyName, timeInName } from './copy-name.ts';

/** What the last line of a backup covers, and who signed it. */
export type SignedBackup = Pick<Checked, 'tables' | 'rows' | 'hash' | 'signature'>;

/** Returns the MAC of a backup. The audit log signs JSON, which never begins with this word. */
export function signBackup(key: AuditKey, { tables, rows, hash }: Omit<SignedBackup, 'signature'>): string {
  return key.sign(`backup ${tables} ${rows} ${hash}`);
}

/** `own`: signed with this key. `other_key`: with a key that is not here. Older releases did not sign. */
export type Origin = 'own' | 'other_key' | 'unsigned';

/** Returns who wrote a backup. Throws BadBackup if it names this key, but the key did not sign it. */
export function judgeOrigin(backup: SignedBackup, key: AuditKey | undefined): Origin {
  const { signature } = backup;
  if (!signature) return 'unsigned';
  if (signature.keyId !== key?.id) return 'other_key';
  if (signature.mac !== signBackup(key, backup)) throw badBackup('forged', { fingerprint: key.id });
  return 'own';
}

interface Judgement {
  key: AuditKey | undefined;
  keyFile: string;
  /** True if a person says that the backup is theirs, although no key here proves it. */
  trustsUnsigned: boolean;
}

/** Returns the audit key of a market, and its file. */
export function judgedBy(place: AuditKeyPlace): Omit<Judgement, 'trustsUnsigned'> {
  const keyring = new AuditKeyring(place);
  return { key: keyring.find(), keyFile: keyring.file };
}

/** Throws BadBackup unless the key of this market signed the backup, or a person trusts it. */
export function requireOrigin(backup: SignedBackup, { key, keyFile, trustsUnsigned }: Judgement): void {
  const origin = judgeOrigin(backup, key);
  if (origin === 'own' || trustsUnsigned) return;
  const trust = 'If you know that it is a backup of this market, repeat the command with --trust-unsigned';
  if (origin === 'unsigned')
    throw new BadBackup(
      `the backup is not signed, so anybody can have written it. Pola 0.3.0 and older did not sign. ${trust}`,
    );
  const here = key ? `has the key ${key.id}` : 'does not exist';
  throw new BadBackup(
    `the backup is signed with the audit key ${backup.signature?.keyId}, and ${keyFile} ${here}. ` +
      `Put the key of the backup there. ${trust}`,
  );
}

/**
 * Throws BadBackup if a file has the name of a copy of another time: otherwise an old backup could pose as the newest
 * one. Names of releases before 0.4 have only a day, on which the task was due; the copy may have been made later.
 */
export function requireOwnName({ made }: Pick<Checked, 'made'>, name: string): void {
  const copy = readCopyName(name.replace(/\.age$/, ''));
  if (!copy || !isInstant(made)) return;
  const isOwn =
    copy.time === undefined
      ? dayOf(made) >= copy.day
      : Math.floor(Date.parse(made) / 1000) === Date.parse(timeInName(copy)) / 1000;
  if (!isOwn) throw badBackup('renamed', { name, made });
}
