import type { BackupCopy } from '#contract/backup.ts';
import type { CopyRow } from './queries.ts';

export function presentCopy({ row_count, ...columns }: CopyRow): BackupCopy {
  const { name, made_at, bytes, proven_at, proof } = columns;
  return { name, made_at, bytes, rows: row_count, proven_at, proof };
}
