import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { findSetting, putSetting } from '../../db/settings.ts';
import { CENTRE, parseCentre, type StoredCentre } from '../../http/cache/current-centre.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hashCentreFile, readCentreFile } from './read-centre-file.ts';

/**
 * Stores the details from the file at the first start. Returns false if the file was changed after its details were
 * stored, because that change has no effect.
 */
export async function storeFirstCentre(database: Database, context: ActionContext, config: Config): Promise<boolean> {
  const file = hashCentreFile(config);
  const isAsStored = (value: string) => file === null || parseCentre(value).file === file;
  const before = await findSetting(database.reader, CENTRE);
  if (before) return isAsStored(before.value);
  const facts = readCentreFile(config);
  return database.write(async (tx) => {
    await lockDataVersion(tx);
    const stored = await findSetting(tx, CENTRE);
    if (stored) return isAsStored(stored.value);
    await putSetting(tx, {
      name: CENTRE,
      value: JSON.stringify({ facts, file } satisfies StoredCentre),
      at: context.now,
    });
    await writeAudit(tx, context, {
      type: 'Centre Settings Changed',
      description: apiMessage(file === null ? 'centre.audit.example' : 'centre.audit.file'),
    });
    return true;
  });
}
