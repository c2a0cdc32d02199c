import { addDays, type Day, dayOf, type Instant } from '#billing/calendar.ts';
import type { Language } from '#contract/languages.ts';
import type { PublicationFields } from '#contract/publications.ts';
import type { PublicationType } from '#contract/words.ts';
import { addPublication } from '#server/features/publications/add-publication.ts';
import { translators } from '#web/i18n/catalogues.ts';
import { formatDay } from '#web/i18n/format.ts';
import newsData from './assets/news.json' with { type: 'json' };
import { closedDays } from './closed-days.ts';
import { type DemoMarket, doneBy } from './demo-market.ts';
import { readPicture } from './read-picture.ts';
import { timeOn } from './timeline.ts';

interface NewsTemplate {
  type: PublicationType;
  daysAgo: number;
  hour: number;
  day?: number | 'poya';
  topic: Record<Language, string>;
  description: Record<Language, string>;
  picture?: string;
}

export interface PlannedNews {
  fields: { [Field in keyof PublicationFields]-?: NonNullable<PublicationFields[Field]> };
  publishedAt: Instant;
  picture: string | undefined;
}

export function fillNews({ tx, timeline, now, opening }: DemoMarket): void {
  for (const { fields, publishedAt, picture } of planNews(now).filter((news) => dayOf(news.publishedAt) > opening)) {
    timeline.plan(publishedAt, (at) =>
      addPublication(tx, doneBy('editor', at), {
        ...fields,
        image: picture === undefined ? undefined : readPicture(picture),
      }),
    );
  }
}

export function planNews(now: Instant): PlannedNews[] {
  const today = dayOf(now);
  return (newsData as NewsTemplate[])
    .map((news) => ({
      fields: fieldsOf(news, today),
      publishedAt: timeOn(addDays(today, -news.daysAgo), news.hour * 60),
      picture: news.picture,
    }))
    .toReversed();
}

function fieldsOf({ type, day, daysAgo, topic, description }: NewsTemplate, today: Day): PlannedNews['fields'] {
  const date = day === 'poya' ? nextPoya(today) : addDays(today, (day ?? 0) - daysAgo);
  const filledIn = (language: Language) =>
    description[language].replace('{day}', formatDay(date, translators[language].t));
  return {
    type,
    topic: topic.en,
    topic_si: topic.si,
    topic_ta: topic.ta,
    description: filledIn('en'),
    description_si: filledIn('si'),
    description_ta: filledIn('ta'),
  };
}

function nextPoya(today: Day): Day {
  const next = closedDays(addDays(today, 1), addDays(today, 40)).find(({ kind }) => kind === 'poya');
  if (!next) throw new Error(`no full moon within 40 days of ${today}`);
  return next.day;
}
