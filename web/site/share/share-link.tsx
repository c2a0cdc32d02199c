import { inLanguage } from '#contract/languages.ts';
import type { PageFrame, ShownPrice } from '#contract/site.ts';
import type { Translator } from '#web/i18n/translate.ts';
import { nameOf } from '../product-name.tsx';
import { type ShareMessage, whatsappAddress } from './share-text.ts';

/**
 * A plain link to the product's page, where the share link works without scripts. With scripts, ShareMenu handles taps
 * on this link.
 */
export function CardShareLink({ product, translator }: { product: ShownPrice['product']; translator: Translator }) {
  const { language, t } = translator;
  return (
    <span className="card-share">
      <a href={inLanguage(language, `/product/${product.id}/chart#share`)} data-share="">
        <span className="unseen">{t('share.shareOf', { name: nameOf(product, language).text })}</span>
      </a>
    </span>
  );
}

interface ShareLinkProps {
  subject: string | number;
  message: ShareMessage;
  frame: Pick<PageFrame, 'publicUrl'>;
  translator: Translator;
}

/** Without scripts it opens WhatsApp, or the picture if the market has no public address. */
export function ShareLink({ subject, message: { text, picture }, frame, translator: { t } }: ShareLinkProps) {
  return (
    <a
      className="button share"
      href={frame.publicUrl === null ? picture : whatsappAddress(text)}
      data-share={subject}
      target="_blank"
      rel="noopener"
    >
      <span>{t('share.share')}</span>
    </a>
  );
}
