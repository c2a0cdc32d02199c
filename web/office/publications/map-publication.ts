import type { Sending } from '#contract/call.ts';
import { type Publication, type PublicationType, publications } from '#contract/publications.ts';
import { imageFault } from '#web/ui/form/image-field.tsx';

/** A publication as its form holds it. */
export type PublicationValues = {
  type: PublicationType | '';
  topic: string;
  description: string;
  topic_si: string;
  description_si: string;
  topic_ta: string;
  description_ta: string;
  image: File | null;
  isImageRemoved: boolean;
};

export const newPublication: PublicationValues = {
  type: '',
  topic: '',
  description: '',
  topic_si: '',
  description_si: '',
  topic_ta: '',
  description_ta: '',
  image: null,
  isImageRemoved: false,
};

/** The fields that may be left out: readers of that language are then given the English text. */
export const TRANSLATED = ['topic_si', 'description_si', 'topic_ta', 'description_ta'] as const;

/** A stored publication, ready to be edited. */
export function valuesOf(publication: Publication): PublicationValues {
  const { type, topic, description, topic_si, description_si, topic_ta, description_ta } = publication;
  const texts = { topic, description, topic_si, description_si, topic_ta, description_ta };
  return { ...texts, type, image: null, isImageRemoved: false };
}

/** What the server is sent. */
export function bodyOf(values: PublicationValues): Sending<typeof publications.edit>['body'] {
  const { image, isImageRemoved, type, ...texts } = values;
  return {
    ...texts,
    // An empty choice is refused by the schema, with its own sentence.
    type: type as PublicationType,
    remove_image: isImageRemoved && image === null ? true : undefined,
  };
}

/** What both publication forms have in common: the schema, the check of the picture, and refusals that are about it. */
export const publicationRules = {
  schema: publications.edit.body,
  toBody: bodyOf,
  check: ({ image }: PublicationValues) => {
    const fault = imageFault(image);
    return fault === undefined ? {} : { image: fault };
  },
  fieldOfRefusal: { bad_image: 'image', too_large: 'image' },
} as const;

/** Each type as the office names it: alone, in a sentence, and many of them. */
export const TYPE_WORDS: Record<PublicationType, { name: string; one: string; many: string }> = {
  notice: { name: 'Notice', one: 'this notice', many: 'notices' },
  announcement: { name: 'Announcement', one: 'this announcement', many: 'announcements' },
  news: { name: 'News', one: 'this news', many: 'news' },
  event: { name: 'Event', one: 'this event', many: 'events' },
};

/** Languages besides English in which there is a topic and a description. */
export function translationsOf(texts: Pick<Publication, (typeof TRANSLATED)[number]>): string[] {
  const isThere = (topic: string, description: string) => topic.trim() !== '' && description.trim() !== '';
  return [
    ...(isThere(texts.topic_si, texts.description_si) ? ['Sinhala'] : []),
    ...(isThere(texts.topic_ta, texts.description_ta) ? ['Tamil'] : []),
  ];
}
