import { dayOf } from '#billing/calendar.ts';
import type { Body } from '#contract/call.ts';
import type { Centre } from '#contract/centre.ts';
import { inLanguage, type Language } from '#contract/languages.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { type Publication, publications } from '#contract/publications.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Database, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { escapeMarkup } from '../../http/core/escape-markup.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { type EncodedImage, prepareImage, storeImage } from '../images/store-image.ts';
import { addPublication } from './add-publication.ts';
import { editedPublication, type PublicationTerms } from './edited-publication.ts';
import { presentPublication } from './present.ts';
import {
  deletePublicationRow,
  findPublication,
  listPublications,
  lockPublication,
  type PublicationRow,
} from './queries.ts';

export function publicationRoutes(app: AppContext): void {
  const { database, config } = app;
  const present = (row: PublicationRow) => presentPublication(row, config.publicUrl);
  endpoint(app, publications.list, async () => (await listPublications(database.reader)).map(present));
  endpoint(app, publications.get, async ({ params }) => {
    const found = await findPublication(database.reader, params.id);
    if (!found) throw new Refusal('publication_not_found');
    return present(found);
  });
  endpoint(app, publications.feed, async ({ params: { language } }) => {
    const newest = (await listPublications(database.reader, FEED_LENGTH)).map(present);
    const feed = writeFeed(newest, { language, centre: app.centre.facts, publicUrl: config.publicUrl });
    return new FileResponse(feed, { format: 'atom', name: `publications-${language}` });
  });
  endpoint(app, publications.add, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    record: async ({ body, context }, tx, image: EncodedImage | undefined) => {
      const publication = present(await addPublication(tx, context, { ...body, image }));
      return { message: apiMessage('publications.add.done'), publicationId: publication.id, publication };
    },
    effectOf: (tx, { publicationId }) => findPublication(tx, publicationId),
  });
  endpoint(app, publications.edit, {
    prepare: async ({ upload }) => upload && prepareImage(upload),
    async current({ params }, tx) {
      const publication = await lockPublication(tx, params.id);
      return publication && present(publication);
    },
    async record({ params, body, context }, tx, image: EncodedImage | undefined) {
      const publication = present(await editPublication(tx, context, { id: params.id, ...body, image }));
      return { message: apiMessage('publications.edit.done'), publication };
    },
  });
  endpoint(app, publications.remove, async ({ params, context }) => {
    await removePublication(database, context, params.id);
    return { message: apiMessage('publications.remove.done') };
  });
}

async function removePublication(database: Database, context: ActionContext, id: number): Promise<void> {
  await database.write(async (tx) => {
    const publication = await lockPublication(tx, id);
    if (!publication) throw new Refusal('publication_not_found');
    await deletePublicationRow(tx, id);
    await raiseDataVersion(tx);
    await writeAudit(tx, context, {
      type: 'Publication Deleted',
      description: apiMessage('publications.audit.deleted', { id: String(id), topic: publication.topic }),
      oldValue: editedPublication.describeAll(publication),
    });
  });
}

type Fields = Body<typeof publications.edit>;

async function editPublication(
  tx: Writer,
  context: ActionContext,
  { id, image, ...fields }: Fields & { id: number; image: EncodedImage | undefined },
): Promise<PublicationRow> {
  const { row } = await editedPublication.edit(tx, context, {
    key: id,
    terms: (before) => applyFields(before, fields, image?.hash),
    async alongside() {
      if (image) await storeImage(tx, image, context.now);
    },
  });
  return row;
}

function applyFields(before: PublicationRow, fields: Fields, newImage: string | undefined): PublicationTerms {
  const keptImage = fields.remove_image ? null : before.image_hash;
  return {
    type: fields.type,
    topic: fields.topic,
    topic_si: fields.topic_si ?? before.topic_si,
    topic_ta: fields.topic_ta ?? before.topic_ta,
    description: fields.description,
    description_si: fields.description_si ?? before.description_si,
    description_ta: fields.description_ta ?? before.description_ta,
    image_hash: newImage ?? keptImage,
  };
}

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
function writeFeed(publications: readonly Publication[], { language, centre, publicUrl = '' }: FeedOf): string {
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
