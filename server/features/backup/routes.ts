import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type BackupCopy, backup } from '#contract/backup.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { refuseUnproven } from '../../http/core/auth.ts';
import { StreamedFile } from '../../http/core/file-response.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { endpoint } from '../../http/endpoint.ts';
import { verifySession } from '../session/verify-session.ts';
import { acceptForeign } from './accept-foreign.ts';
import { type CopyConfig, copyFolder, listCopyFiles, listExistingCopies } from './copies-here.ts';
import { timeInName } from './copy-name.ts';
import { presentCopy, presentFile } from './present.ts';
import { recordDownload } from './record-download.ts';
import { relateCopies } from './relate-copies.ts';
import { findForeign, readElsewhere } from './store-elsewhere.ts';
import { writeBackup } from './write-backup.ts';

const FILE_NAME = 'database_backup';

export function backupRoutes(app: AppContext): void {
  const { database } = app;
  const downloads = new Set<Readable>();
  const download = async (context: ActionContext) => {
    await database.writeRescue((tx) => recordDownload(tx, context));
    const text = Readable.from(writeBackup(database, context.now), { objectMode: false });
    downloads.add(text);
    text.once('close', () => downloads.delete(text));
    // The first piece is awaited here, so that a failure before it can still be reported as an error response.
    await once(text, 'readable');
    return new StreamedFile(text, { format: 'sql', name: FILE_NAME });
  };
  endpoint(app, backup.download, async ({ context, caller }) => {
    refuseUnproven(caller, context.now, apiMessage('refusals.verification_required.backup'));
    return download(context);
  });
  endpoint(app, backup.downloadVerified, async ({ body, context, caller }) => {
    await verifySession(app, context, { caller, ...body });
    return download(context);
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
