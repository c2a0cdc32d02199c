import { once } from 'node:events';
import { Readable } from 'node:stream';
import { backup } from '#contract/backup.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { StreamedFile } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentCopy } from './present.ts';
import { listCopies } from './queries.ts';
import { recordDownload } from './record-download.ts';
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
    // So that a failure before the first byte is answered as an error.
    await once(text, 'readable');
    return new StreamedFile(text, { format: 'sql', name: FILE_NAME });
  });
  // A stop does not wait for a long download.
  app.fastify.addHook('preClose', async () => {
    for (const text of downloads) text.destroy(new Error('the server stops'));
  });
  endpoint(app, backup.copies, async () => (await listCopies(database.reader)).map(presentCopy));
}
