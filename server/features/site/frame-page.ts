import type { Language, PageFrame } from '#contract/site.ts';
import type { Door } from '../../http/door.ts';
import { perEdition } from '../../http/per-edition.ts';
import { readWeek } from '../market-days/queries.ts';

/** Gives what every public page is told besides its own data: in which language, at which address, of which market. */
export function pageFramer(door: Door): (language: Language, path: string) => Promise<PageFrame> {
  const { services: _, ...centre } = door.config.centre;
  const publicUrl = door.config.publicUrl ?? null;
  const openWeekdays = perEdition(door.publicBytes, async () =>
    Array.from(await readWeek(door.database.reader), Number),
  );
  return async (language, path) => ({ language, path, centre, publicUrl, openWeekdays: await openWeekdays() });
}
