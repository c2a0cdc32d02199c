import type { BackupCopy } from '#contract/backup.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import type { CopyRow } from './queries.ts';

export function presentCopy({ row_count, ...columns }: CopyRow): Unworded<BackupCopy> {
  const { name, made_at, bytes, proven_at, proof } = columns;
  return { name, made_at, bytes, rows: row_count, proven_at, proof: restoreMessage(proof) };
}
