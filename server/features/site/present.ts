import type { Centre, CentrePicture } from '#contract/centre.ts';
import type { Language } from '#contract/languages.ts';
import type { Publication } from '#contract/publications.ts';
import type { HomePageData, NewsItem, ShownPicture, TranslatedText } from '#contract/site.ts';

export function presentNewsItem(publication: Publication, language: Language): NewsItem {
  const { id, type, image, createdAt, topic, topic_si, topic_ta, description, description_si, description_ta } =
    publication;
  return {
    id,
    type,
    topic: translate(language, { en: topic, si: topic_si, ta: topic_ta }),
    description: translate(language, { en: description, si: description_si, ta: description_ta }),
    image,
    createdAt: createdAt as NewsItem['createdAt'],
  };
}

export function presentHome(
  facts: Centre,
  language: Language,
): Pick<HomePageData, 'services' | 'own' | 'slides' | 'marketSlides'> {
  const { traders, vehicles, vegetables, share, opening } = facts.figures;
  return {
    services: facts.services.map(({ icon, title, description }) => ({
      icon,
      title: title[language],
      description: description[language],
    })),
    own: {
      home: facts.homeText[language],
      market: facts.marketText[language],
      vision: facts.vision[language],
      mission: facts.mission.map((statement) => statement[language]),
      services: facts.servicesText[language],
      traders: traders[language],
      vehicles: vehicles[language],
      vegetables: vegetables[language],
      share: share[language],
      opening: opening[language],
    },
    slides: facts.slides.map((picture) => presentPicture(picture, language)),
    marketSlides: facts.marketSlides.map((picture) => presentPicture(picture, language)),
  };
}

function presentPicture({ image, alt }: CentrePicture, language: Language): ShownPicture {
  return { file: `/images/${image}.webp`, alt: alt[language] };
}

const SINHALA = /[\u0d80-\u0dff]/;
const TAMIL = /[\u0b80-\u0bff]/;

function translate(language: Language, texts: Record<Language, string>): TranslatedText {
  const own = texts[language];
  if (own !== '' && language !== 'en') return { text: own, language };
  return { text: texts.en, language: scriptOf(texts.en) };
}

function scriptOf(text: string): Language {
  if (SINHALA.test(text)) return 'si';
  return TAMIL.test(text) ? 'ta' : 'en';
}
