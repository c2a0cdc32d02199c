import type { Config } from '../../config.ts';
import type { Reader } from '../../db/connect.ts';
import { findSetting } from '../../db/settings.ts';
import { CENTRE, CurrentCentre, parseCentre } from '../../http/cache/current-centre.ts';
import { readCentreFile } from './read-centre-file.ts';

/** Returns the details of the centre: the stored ones, or those of the file if a full disk prevented storing them. */
export async function openCentre(db: Reader, config: Config): Promise<CurrentCentre> {
  const stored = await findSetting(db, CENTRE);
  return new CurrentCentre(stored ? parseCentre(stored.value).facts : readCentreFile(config));
}
