import { addDays } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { today } from '../../clock.ts';
import { memoizePerVersion } from '../../http/cache/memoize-per-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { readAlertMeans } from '../alerts/read-alert-settings.ts';
import { listUnusualDays } from '../market-days/find-closed-days.ts';
import { presentCalendarDay } from '../market-days/present.ts';
import { readWeek } from '../market-days/queries.ts';
import { sideBySide } from '../other-centres/load-side-by-side.ts';

const ANNOUNCED_DAYS = 3;

export function pageFramer(app: AppContext): (language: Language, path: string) => Promise<PageFrame> {
  const openWeekdays = memoizePerVersion(app.responseCache, async () =>
    Array.from(await readWeek(app.database.reader), Number),
  );
  const unusualDays = memoizePerVersion(app.responseCache, async () => {
    const now = today(app.clock);
    const days = await listUnusualDays(app.database.reader, now, addDays(now, ANNOUNCED_DAYS));
    return days.map(presentCalendarDay);
  });
  const hasAlerts = memoizePerVersion(app.responseCache, async () => {
    const { config, database } = app;
    const { obstacles } = await readAlertMeans(database.reader, { config, auditKeys: database.auditKeys });
    return Object.values(obstacles).includes(null);
  });
  const { hasCentres } = sideBySide(app);
  return async (language, path) => ({
    ...frameWithoutDatabase(app, language, path),
    hasAlerts: await hasAlerts(),
    hasCentres: await hasCentres(),
    openWeekdays: await openWeekdays(),
    unusualDays: await unusualDays(),
  });
}

/** Returns the frame of the error page without using the database, because the database may have failed. */
export function frameWithoutDatabase({ config, centre }: AppContext, language: Language, path: string): PageFrame {
  const publicUrl = config.publicUrl ?? null;
  const contact = centre.contact;
  const unknown = { hasAlerts: false, hasCentres: false, openWeekdays: [], unusualDays: [] };
  return { language, path, centre: contact, publicUrl, ...unknown };
}
