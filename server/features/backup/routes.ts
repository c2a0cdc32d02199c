import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type BackupCopy, backup } from '#contract/backup.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { StreamedFile } from '../../http/core/file-response.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type CopyRow, listCopies } from './queries.ts';
import { readElsewhere } from './store-elsewhere.ts';
import { writeBackup } from './write-backup.ts';

const FILE_NAME = 'database_backup';

export function backupRoutes(app: AppContext): void {
  const { database } = app;
  const downloads = new Set<Readable>();
  endpoint(app, backup.download, async ({ context }) => {
    await database.write((tx) => recordDownload(tx, context));
    const text = Readable.from(writeBackup(database, context.now), { objectMode: false });
    downloads.add(text);
    text.once('close', () => downloads.delete(text));
    // The first piece is awaited here, so that a failure before it can still be reported as an error response.
    await once(text, 'readable');
    return new StreamedFile(text, { format: 'sql', name: FILE_NAME });
  });
  // The server does not wait for a long download when it stops.
  app.fastify.addHook('preClose', async () => {
    for (const text of downloads) text.destroy(new Error('the server stops'));
  });
  endpoint(app, backup.copies, async () => (await listCopies(database.reader)).map(presentCopy));
  endpoint(app, backup.elsewhere, async ({ context }) => {
    const { isSetUp, last, restored, isLate, proof } = await readElsewhere(database.reader, app.config, context.now);
    const [last_at, restored_at] = [last ?? null, restored ?? null];
    return { is_set_up: isSetUp, last_at, restored_at, is_late: isLate, proof: proof ?? null };
  });
}

function presentCopy({ row_count, ...columns }: CopyRow): Unworded<BackupCopy> {
  const { name, made_at, bytes, proven_at, proof } = columns;
  return { name, made_at, bytes, rows: row_count, proven_at, proof: restoreMessage(proof) };
}

/** Records a download in the audit log before it begins, because its end is unknown. */
function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: apiMessage('backup.audit.downloaded') });
}
