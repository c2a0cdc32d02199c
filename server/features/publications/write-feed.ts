import { dayOf } from '#billing/calendar.ts';
import type { Centre } from '#contract/centre.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import type { Publication } from '#contract/publications.ts';
import { escapeMarkup } from '../../http/core/escape-markup.ts';

interface FeedOf {
  language: Language;
  centre: Centre;
  publicUrl: string | undefined;
}

export const FEED_LENGTH = 50;

/** The date in the permanent ids of the feed. It must not change, because the ids would change with it. */
const NAMED_SINCE = '1999-04-01';
const BEGINNING = `${NAMED_SINCE}T00:00:00.000Z`;
const NEWS: Record<Language, string> = { en: 'News', si: 'පුවත්', ta: 'செய்திகள்' };

/** Returns a feed in Atom 1.0 (RFC 4287). A text without a translation is shown in English and marked as English. */
export function writeFeed(publications: readonly Publication[], { language, centre, publicUrl = '' }: FeedOf): string {
  const self = `${publicUrl}/api/v1/feeds/${language}/publications.atom`;
  const page = `${publicUrl}${inLanguage(language, '/news')}`;
  const host = publicUrl === '' ? 'localhost' : new URL(publicUrl).hostname;
  const changes = publications.map(({ updatedAt }) => updatedAt);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeMarkup(nameOf(host, NAMED_SINCE, `news/${language}`))}</id>`,
    `<title>${escapeMarkup(`${centre.name[language]}: ${NEWS[language]}`)}</title>`,
    `<updated>${changes.toSorted().at(-1) ?? BEGINNING}</updated>`,
    `<author><name>${escapeMarkup(centre.name[language])}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}"/>`,
    `<link rel="alternate" type="text/html" hreflang="${language}" href="${escapeMarkup(page)}"/>`,
    ...publications.map((publication) => writeEntry(publication, { language, host, page })),
    '</feed>\n',
  ].join('\n');
}

function writeEntry(publication: Publication, of: { language: Language; host: string; page: string }): string {
  const { id, type, image, createdAt, updatedAt } = publication;
  const topic = translate(of.language, { en: publication.topic, si: publication.topic_si, ta: publication.topic_ta });
  const { description, description_si, description_ta } = publication;
  const text = translate(of.language, { en: description, si: description_si, ta: description_ta });
  const picture = image === null ? '' : `<p><img src="${escapeMarkup(image)}" alt=""/></p>`;
  return [
    '<entry>',
    `<id>${escapeMarkup(nameOf(of.host, dayOf(createdAt), `news/${of.language}/${id}`))}</id>`,
    `<title type="text"${topic.mark}>${escapeMarkup(topic.text)}</title>`,
    `<link rel="alternate" type="text/html" hreflang="${of.language}" href="${escapeMarkup(`${of.page}/${id}`)}"/>`,
    `<published>${createdAt}</published>`,
    `<updated>${updatedAt}</updated>`,
    `<category term="${type}"/>`,
    `<content type="xhtml"${text.mark}><div xmlns="http://www.w3.org/1999/xhtml">${picture}${paragraphsOf(text.text)}</div></content>`,
    '</entry>',
  ].join('\n');
}

function translate(language: Language, texts: Record<Language, string>): { text: string; mark: string } {
  const text = texts[language];
  return text === '' ? { text: texts.en, mark: ' xml:lang="en"' } : { text, mark: '' };
}

function paragraphsOf(text: string): string {
  const paragraphs = escapeMarkup(text).split(/\n\s*\n/);
  return paragraphs.map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br/>')}</p>`).join('');
}

/** Returns a permanent id (RFC 4151). */
function nameOf(host: string, since: string, what: string): string {
  return `tag:${host},${since}:${what}`;
}
