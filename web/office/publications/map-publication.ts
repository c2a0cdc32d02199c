import type { Sending } from '#contract/call.ts';
import { type Publication, publications } from '#contract/publications.ts';
import type { PublicationType } from '#contract/words.ts';
import { currentLanguage } from '#web/i18n/t.ts';
import { imageFault } from '#web/ui/form/image-field.tsx';

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

export const TRANSLATED = ['topic_si', 'description_si', 'topic_ta', 'description_ta'] as const;

export function publicationValuesOf(publication: Publication): PublicationValues {
  const { type, topic, description, topic_si, description_si, topic_ta, description_ta } = publication;
  const texts = { topic, description, topic_si, description_si, topic_ta, description_ta };
  return { ...texts, type, image: null, isImageRemoved: false };
}

export function publicationBodyOf(values: PublicationValues): Sending<typeof publications.edit>['body'] {
  const { image, isImageRemoved, type, ...texts } = values;
  return {
    ...texts,
    // The type assertion ignores the empty choice, because the schema refuses it.
    type: type as PublicationType,
    remove_image: isImageRemoved && image === null ? true : undefined,
  };
}

export const publicationRules = {
  schema: publications.edit.body,
  toBody: publicationBodyOf,
  check: ({ image }: PublicationValues) => {
    const fault = imageFault(image);
    return fault === undefined ? {} : { image: fault };
  },
  fieldOfRefusal: { bad_image: 'image', too_large: 'image' },
} as const;

export const TRANSLATIONS = ['si', 'ta'] as const;
type Translation = (typeof TRANSLATIONS)[number];

export function languagesOf(texts: Pick<Publication, (typeof TRANSLATED)[number]>): Translation[] {
  return TRANSLATIONS.filter(
    (language) => texts[`topic_${language}`].trim() !== '' && texts[`description_${language}`].trim() !== '',
  );
}

/** Returns topic and description in the reader's language if both are translated, otherwise the untranslated ones. */
export function localTexts(publication: Publication): Pick<Publication, 'topic' | 'description'> {
  const own = languagesOf(publication).find((language) => language === currentLanguage());
  return own ? { topic: publication[`topic_${own}`], description: publication[`description_${own}`] } : publication;
}
