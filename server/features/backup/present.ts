import path from 'node:path';
import type { BackupCopy } from '#contract/backup.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { sizeOf } from './copies-here.ts';
import { timeInName } from './copy-name.ts';
import type { CopyRow } from './queries.ts';
import type { RelatedCopy } from './relate-copies.ts';

export function presentCopy({ row_count, ...columns }: CopyRow): Unworded<BackupCopy> {
  const { name, made_at, bytes, proven_at, proof } = columns;
  return { name, made_at, bytes, rows: row_count, proven_at, proof: restoreMessage(proof), is_own: true };
}

export function presentFile(folder: string, copy: RelatedCopy): Unworded<BackupCopy> {
  const { name } = copy;
  const proof = apiMessage(copy.relation === 'own' ? 'backup.copy.untested' : 'backup.copy.notOwn');
  const bytes = sizeOf(path.join(folder, name));
  return { name, made_at: timeInName(copy), bytes, rows: null, proven_at: null, proof, is_own: false };
}
