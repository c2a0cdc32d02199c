import type { Act } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { noteEvent } from '../audit/write-audit.ts';

/** Notes that somebody takes the whole database away; before it begins, for how far they get nobody can tell. */
export function noteDownload(tx: Writer, act: Act): Promise<void> {
  return noteEvent(tx, act, { type: 'Backup Downloaded', description: 'Downloaded the whole database.' });
}
