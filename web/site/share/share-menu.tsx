import { useEffect, useRef, useState } from 'react';
import type { Translator } from '#web/i18n/translate.ts';
import { isPlainClick } from '#web/ui/address/plain-click.ts';
import { useDialog } from '../news/use-dialog.ts';
import { type ShareMessage, whatsappAddress } from './share-text.ts';

interface ShareMenuProps {
  find: (subject: string) => ShareMessage | undefined;
  translator: Translator;
}

/**
 * Handles taps on every share link of the page. It opens the device's share sheet, or a small menu if the device cannot
 * share.
 */
export function ShareMenu({ find, translator }: ShareMenuProps) {
  const [message, setMessage] = useState<ShareMessage>();
  const newest = useRef(find);
  useEffect(() => {
    newest.current = find;
  });
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-share]') : null;
      const found = link && isPlainClick(event) ? newest.current(subjectOf(link)) : undefined;
      if (!found) return;
      event.preventDefault();
      void shareOnDevice(found.text).then((isDone) => !isDone && setMessage(found));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  return message && <Menu message={message} close={() => setMessage(undefined)} translator={translator} />;
}

/** The link of a card does not repeat the product that its address names. */
function subjectOf({ dataset: { share = '' }, href }: HTMLAnchorElement): string {
  return share || (/\/product\/(\d+)\//.exec(href)?.[1] ?? '');
}

/**
 * Returns false when the device cannot share. Returns true when the reader closes the share sheet, because no other
 * menu should open then.
 */
async function shareOnDevice(text: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ text });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

interface MenuProps {
  message: ShareMessage;
  close: () => void;
  translator: Translator;
}

function Menu({ message: { text, picture }, close, translator: { t } }: MenuProps) {
  const dialog = useDialog(true);
  const [copied, setCopied] = useState<'share.copied' | 'share.copyFailed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('share.copied');
    } catch {
      setCopied('share.copyFailed');
    }
  };
  return (
    <dialog ref={dialog} className="share-menu" aria-labelledby="share-menu" onClose={close}>
      <h2 id="share-menu">{t('share.share')}</h2>
      <p className="share-text">{text}</p>
      <div className="share-ways">
        <a className="button accent" href={whatsappAddress(text)} target="_blank" rel="noopener">
          {t('share.whatsapp')}
        </a>
        <button type="button" onClick={() => void copy()}>
          {t('share.copy')}
        </button>
        <a className="button" href={picture} download>
          {t('share.picture')}
        </a>
        <button type="button" onClick={() => dialog.current?.close()}>
          {t('share.close')}
        </button>
      </div>
      <p role="status">{copied && t(copied)}</p>
    </dialog>
  );
}
