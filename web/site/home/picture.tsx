import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

/** A drawing of ours and the text that says what is on it. */
export interface PictureFile {
  file: string;
  alt: SiteMessageKey;
}

interface PictureProps {
  picture: PictureFile;
  /** True for what is seen as soon as the page comes. */
  isFirst?: boolean;
  speech: Translator;
}

/** A drawing in a box whose size is known before it comes. */
export function Picture({ picture, isFirst = false, speech: { t } }: PictureProps) {
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
