import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Body } from '#contract/call.ts';
import type { restore } from '#contract/restore.ts';
import { AuditKey, type AuditKeyring } from '../../db/seal/audit-key.ts';
import type { LastNumbers } from '../../db/storage/issued-numbers.ts';
import { SecretBox } from '../../http/core/secret-box.ts';
import { badBackup } from '../backup/bad-backup.ts';
import { judgeOrigin } from '../backup/judge-origin.ts';
import type { CheckedBackup, WriteTask } from './restore-task.ts';

const SHORTEST_SECRET = 32;

export type RestoreAnswers = Omit<Body<typeof restore.write>, 'id'>;

export interface ChosenKeys {
  /** The content of the key with which the loaded backup is completed. */
  stagedKey: string;
  renewsKey: boolean;
  /** The contents of new key files; undefined for those that stay. */
  auditKey: string | undefined;
  tokenSecret: string | undefined;
}

interface Known {
  checked: CheckedBackup;
  keyring: AuditKeyring;
  /** TOKEN_SECRET, which takes precedence over the file. */
  tokenSecret: string | undefined;
}

/**
 * Chooses the keys with which the restored market goes on. Throws BadBackup for a wrong key, and for a backup that none
 * of the keys signed and nobody trusts.
 */
export function chooseKeys(answers: RestoreAnswers, known: Known): ChosenKeys {
  const chosen = findKeys(answers, known);
  const isOwn = judgeOrigin(known.checked.signed, new AuditKey(chosen.stagedKey)) === 'own';
  if (!isOwn && answers.trusts_unsigned !== true) throw badBackup('not_trusted');
  return chosen;
}

function findKeys(answers: RestoreAnswers, { checked, keyring, tokenSecret }: Known): ChosenKeys {
  const { keyId } = checked;
  const own = keyring.findOrMake();
  const given = answers.audit_key ?? '';
  const chosen = {
    tokenSecret: chooseTokenSecret(answers.token_secret ?? '', checked, tokenSecret),
    auditKey: undefined,
  };
  const readOwn = () => readFileSync(keyring.file, 'utf8').trim();
  if (keyId === '' || keyId === own.id) return { ...chosen, stagedKey: readOwn(), renewsKey: false };
  if (given !== '') {
    const found = given.length < SHORTEST_SECRET ? '' : new AuditKey(given).id;
    if (found !== keyId) throw badBackup(found === '' ? 'no_audit_key' : 'wrong_audit_key', { found, wanted: keyId });
    refuseReadOnly(keyring.file);
    return { ...chosen, stagedKey: given, renewsKey: false, auditKey: given };
  }
  if (answers.continues_with_other_key !== true) throw badBackup('audit_key_needed');
  return { ...chosen, stagedKey: readOwn(), renewsKey: true };
}

function refuseReadOnly(file: string): void {
  try {
    accessSync(path.dirname(file), constants.W_OK);
  } catch {
    throw badBackup('audit_key_read_only', { file });
  }
}

function chooseTokenSecret(given: string, { probe }: CheckedBackup, set: string | undefined): string | undefined {
  if (given === '') return undefined;
  const opens = probe === null || new SecretBox(given).open(probe.closed, probe.owner) !== undefined;
  if (given.length < SHORTEST_SECRET || !opens) throw badBackup('wrong_token_secret');
  return set === undefined ? given : undefined;
}

/**
 * Returns where each series of numbers continues: after the highest number of the backup, of this data folder or of the
 * person. Unknown ones are skipped when the numbers are continued. Throws BadBackup for a number below the backup's.
 */
export function chooseNumbers(
  { nothing_since, used = {} }: Pick<RestoreAnswers, 'nothing_since' | 'used'>,
  { checked, issued }: { checked: CheckedBackup; issued: LastNumbers },
): WriteTask['numbers'] {
  const copied = new Map(checked.numbers.map(({ name, last }) => [name, last]));
  for (const [name, last] of Object.entries(used)) {
    const least = copied.get(name);
    if (least === undefined || last < least) throw badBackup('number_too_low', { name, last: least ?? 0 });
  }
  const here = Object.entries(issued).filter(([, last]) => last > 0);
  const last = new Map<string, number>();
  for (const [name, number] of [...here, ...Object.entries(used)])
    last.set(name, Math.max(number, last.get(name) ?? 0));
  return { last: Object.fromEntries(last), skips: nothing_since !== true };
}
