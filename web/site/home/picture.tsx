import type { ShownPicture } from '#contract/site.ts';
import type { SiteMessageKey, Translator } from '#web/i18n/translate.ts';

export interface Drawing {
  file: string;
  alt: SiteMessageKey;
}

export function pictureSlides(
  own: readonly ShownPicture[],
  drawings: readonly Drawing[],
  { t }: Translator,
): { key: string; picture: ShownPicture }[] {
  const shown = own.length > 0 ? own : drawings.map(({ file, alt }) => ({ file, alt: t(alt) }));
  return shown.map((picture, index) => ({ key: `${index} ${picture.file}`, picture }));
}

interface PictureProps {
  picture: ShownPicture;
  isFirst?: boolean;
}

export function HomePicture({ picture: { file, alt }, isFirst = false }: PictureProps) {
  return (
    <img
      src={file}
      alt={alt}
      width="640"
      height="480"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'low'}
      decoding="async"
    />
  );
}
