import type { PosterPaper } from '#contract/documents/poster-paper.ts';
import type { Language } from '#contract/languages.ts';
import type { PageFrame } from '#contract/site.ts';
import { translators } from '#web/i18n/catalogues.ts';

const ORDER = ['si', 'ta', 'en'] as const satisfies Language[];

export function posterPaper({ centre, publicUrl }: PageFrame & { publicUrl: string }): PosterPaper {
  return {
    parts: ORDER.map((language) => ({
      language,
      market: centre.name[language],
      title: translators[language].t('poster.title'),
      text: translators[language].t('poster.text'),
    })),
    address: publicUrl,
    host: new URL(publicUrl).host,
  };
}
