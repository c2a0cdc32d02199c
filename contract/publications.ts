import { z } from 'zod';
import { call } from './call.ts';
import { languages } from './languages.ts';
import { inputMessage } from './messages/input-message.ts';
import { idInPath, paragraph, repeatedMark, screenLine, timestamps } from './scalars.ts';
import { publicationTypes } from './words.ts';

/** An empty Sinhala or Tamil text is replaced by `topic` or `description`. */
export const publication = z.object({
  id: z.int(),
  type: z.enum(publicationTypes),
  topic: z.string(),
  topic_si: z.string(),
  topic_ta: z.string(),
  description: z.string(),
  description_si: z.string(),
  description_ta: z.string(),
  image: z.string().nullable(),
  ...timestamps,
});
export type Publication = z.output<typeof publication>;

const LONGEST_DESCRIPTION = 5000;

/** Type, topic and description are required (specification 2, section 5). An edit leaves a missing field unchanged. */
const publicationFields = z.object({
  type: z.enum(publicationTypes),
  topic: screenLine(160).min(1, inputMessage('input.required')),
  description: paragraph(LONGEST_DESCRIPTION).refine((text) => text !== '', inputMessage('input.required')),
  topic_si: screenLine(160).optional(),
  topic_ta: screenLine(160).optional(),
  description_si: paragraph(LONGEST_DESCRIPTION).optional(),
  description_ta: paragraph(LONGEST_DESCRIPTION).optional(),
});
export type PublicationFields = z.output<typeof publicationFields>;

const message = z.string();
const one = z.object({ id: idInPath });

export const publications = {
  list: call({
    method: 'GET',
    path: '/api/publications',
    permission: 'public',
    summary: 'List publications, newest first.',
    answer: z.array(publication),
    refusals: [],
    cached: true,
  }),
  get: call({
    method: 'GET',
    path: '/api/publications/:id',
    permission: 'public',
    summary: 'Get a publication.',
    params: one,
    answer: publication,
    refusals: ['publication_not_found'],
    cached: true,
  }),
  feed: call({
    method: 'GET',
    path: '/api/v1/feeds/:language/publications.atom',
    permission: 'public',
    summary: 'Get the newest 50 publications as an Atom 1.0 feed.',
    params: z.object({ language: z.enum(languages) }),
    answer: z.string(),
    refusals: [],
    cached: true,
    file: ['atom'],
  }),
  add: call({
    method: 'POST',
    path: '/api/publications',
    permission: 'publications.write',
    writes: 'appended',
    summary: 'Publish a notice, announcement, news item or event, optionally with an image.',
    body: publicationFields,
    upload: 'image',
    answer: z.object({ message, publicationId: z.int(), publication, ...repeatedMark }),
    status: 201,
    refusals: ['bad_image'],
  }),
  edit: call({
    method: 'PUT',
    path: '/api/publications/:id',
    permission: 'publications.write',
    writes: 'versioned',
    summary: 'Change a publication. Omitted fields stay; a new image replaces the old one.',
    params: one,
    body: publicationFields.extend({
      remove_image: z
        .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
          error: inputMessage('input.true-or-false'),
        })
        .optional(),
    }),
    upload: 'image',
    answer: z.object({ message, publication }),
    refusals: ['publication_not_found', 'bad_image'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/publications/:id',
    permission: 'publications.write',
    writes: 'unkeyed',
    summary: 'Delete a publication. Its text stays in the audit log.',
    params: one,
    answer: z.object({ message }),
    refusals: ['publication_not_found'],
  }),
};
