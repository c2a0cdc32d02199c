import { addDays, type Day, dayOf, type Instant, instantOf, startOfDay } from '#billing/calendar.ts';
import type { Publication } from '#contract/publications.ts';
import { type Language, languages } from '#contract/site.ts';
import type { Database } from '#server/db/connect.ts';
import { raiseDataVersion } from '#server/db/data-version.ts';
import { encodeImage, storeImage } from '#server/features/images/store-image.ts';
import { insertPublication, listPublications } from '#server/features/publications/queries.ts';
import en from '#web/i18n/en/every-page.json' with { type: 'json' };
import { formatDay } from '#web/i18n/format.ts';
import si from '#web/i18n/si/every-page.json' with { type: 'json' };
import ta from '#web/i18n/ta/every-page.json' with { type: 'json' };
import { createTranslate, type Messages, type Translate } from '#web/i18n/translate.ts';
import { closedDays } from './closed-days.ts';
import { type DemoNews, demoNews } from './news-data.ts';
import { newsPictures } from './pictures/news.ts';
import { rasterize } from './rasterize.ts';

/** A publication of the demo, as it stands on a given day. */
export interface PublishedNews {
  fields: Omit<Publication, 'id' | 'image' | 'createdAt' | 'updatedAt'>;
  publishedAt: Instant;
  /** A drawing, as SVG text. */
  picture: string | undefined;
}

/** What the demo market has published by now, oldest first. */
export function newsBy(now: Instant): PublishedNews[] {
  const today = dayOf(now);
  return demoNews
    .map((news) => ({
      fields: fieldsOf(news, today),
      publishedAt: publishedAt(news, today),
      picture: news.picture && newsPictures[news.picture](),
    }))
    .toReversed();
}

/**
 * Publishes all of it, with its pictures, unless a fill that was interrupted has done so. Written as it would stand by now,
 * without a log entry each.
 */
export async function publishNews(database: Database, now: Instant): Promise<void> {
  const news = await Promise.all(
    newsBy(now).map(async ({ picture, ...rest }) => ({
      ...rest,
      image: picture === undefined ? undefined : await encodeImage(await rasterize(picture)),
    })),
  );
  await database.write(async (tx) => {
    if ((await listPublications(tx, 1)).length > 0) return;
    for (const { fields, publishedAt: at, image } of news) {
      if (image) await storeImage(tx, image, at);
      await insertPublication(tx, { ...fields, image_hash: image?.hash ?? null, created_at: at, updated_at: at });
    }
    await raiseDataVersion(tx);
  });
}

function publishedAt({ daysAgo, hour }: DemoNews, today: Day): Instant {
  return instantOf(Date.parse(startOfDay(addDays(today, -daysAgo))) + hour * 60 * 60 * 1000);
}

function fieldsOf({ type, day, daysAgo, topic, description }: DemoNews, today: Day): PublishedNews['fields'] {
  const named = day === 'poya' ? nextPoya(today) : addDays(today, (day ?? 0) - daysAgo);
  const inWords = (language: Language) =>
    description[language].replace('{day}', formatDay(named, translators[language]));
  return {
    type,
    topic: topic.en,
    topic_si: topic.si,
    topic_ta: topic.ta,
    description: inWords('en'),
    description_si: inWords('si'),
    description_ta: inWords('ta'),
  };
}

/** The next full-moon day after today: moons are 29 or 30 days apart. */
function nextPoya(today: Day): Day {
  const next = closedDays(addDays(today, 1), addDays(today, 40)).find(({ kind }) => kind === 'poya');
  if (!next) throw new Error(`no full moon within 40 days of ${today}`);
  return next.day;
}

/** Days are written here as the public pages write them; their texts are all that is needed for it. */
const texts: Record<Language, Partial<Messages>> = { en, si, ta };
const translators = Object.fromEntries(
  languages.map((language) => [language, createTranslate(texts[language] as Messages, language)]),
) as Record<Language, Translate>;
