import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type BackupCopy, backup } from '#contract/backup.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { StreamedFile } from '../../http/core/file-response.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { restoreMessage } from '../audit/stored-message.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { acceptForeign } from './accept-foreign.ts';
import { type CopyConfig, copyFolder, listCopyFiles, listExistingCopies, sizeOf } from './copies-here.ts';
import { timeInName } from './copy-name.ts';
import type { CopyRow } from './queries.ts';
import { type RelatedCopy, relateCopies } from './relate-copies.ts';
import { findForeign, readElsewhere } from './store-elsewhere.ts';
import { writeBackup } from './write-backup.ts';

const FILE_NAME = 'database_backup';

export function backupRoutes(app: AppContext): void {
  const { database } = app;
  const downloads = new Set<Readable>();
  endpoint(app, backup.download, async ({ context }) => {
    await database.writeRescue((tx) => recordDownload(tx, context));
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
  endpoint(app, backup.copies, () => listShownCopies(database.reader, app.config));
  endpoint(app, backup.elsewhere, async ({ context }) => {
    const state = await readElsewhere(database.reader, app.config, context.now);
    return {
      is_set_up: state.isSetUp,
      last_at: state.last ?? null,
      restored_at: state.restored ?? null,
      is_late: state.isLate,
      proof: state.proof ?? null,
      foreign: state.foreign ?? null,
    };
  });
  endpoint(app, backup.acceptForeign, {
    async record({ body, context }, tx) {
      if ((await findForeign(tx))?.newest !== body.newest) throw new Refusal('backup_foreign_changed');
      await acceptForeign(tx, context, body.newest);
      return { message: apiMessage('backup.elsewhere.accepted') };
    },
  });
}

/** Returns the copies that exist on this server, newest first, and files that this market did not make. */
async function listShownCopies(db: Reader, config: CopyConfig): Promise<Unworded<BackupCopy>[]> {
  const own = await listExistingCopies(db, config);
  const known = new Set(own.map(({ name }) => name));
  const folder = copyFolder(config);
  const others = await relateCopies(
    db,
    listCopyFiles(folder).filter(({ name }) => !known.has(name)),
  );
  const shown = [
    ...own.map((row) => ({ at: row.made_at, copy: presentCopy(row) })),
    ...others.map((file) => ({ at: timeInName(file), copy: presentFile(folder, file) })),
  ];
  return shown.toSorted((one, other) => other.at.localeCompare(one.at)).map(({ copy }) => copy);
}

function presentCopy({ row_count, ...columns }: CopyRow): Unworded<BackupCopy> {
  const { name, made_at, bytes, proven_at, proof } = columns;
  return { name, made_at, bytes, rows: row_count, proven_at, proof: restoreMessage(proof), is_own: true };
}

function presentFile(folder: string, copy: RelatedCopy): Unworded<BackupCopy> {
  const { name } = copy;
  const proof = apiMessage(copy.relation === 'own' ? 'backup.copy.untested' : 'backup.copy.notOwn');
  const bytes = sizeOf(path.join(folder, name));
  return { name, made_at: timeInName(copy), bytes, rows: null, proven_at: null, proof, is_own: false };
}

/** Records a download in the audit log before it begins, because its end is unknown. */
function recordDownload(tx: Writer, context: ActionContext): Promise<void> {
  return writeAudit(tx, context, { type: 'Backup Downloaded', description: apiMessage('backup.audit.downloaded') });
}
