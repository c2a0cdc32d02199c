import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

export interface PictureFile {
  file: string;
  alt: SiteMessageKey;
}

interface PictureProps {
  picture: PictureFile;
  /** Visible as soon as the page loads. */
  isFirst?: boolean;
  speech: Translator;
}

export function HomePicture({ picture, isFirst = false, speech: { t } }: PictureProps) {
  return (
    <img
      src={picture.file}
      alt={t(picture.alt)}
      width="640"
      height="480"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'low'}
      decoding="async"
    />
  );
}
