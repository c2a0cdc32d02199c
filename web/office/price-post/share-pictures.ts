import { type FetchLimits, fetchWithin } from '#web/fetch-within.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';

/** A picture may have to be drawn first. */
const PICTURE_LIMITS: FetchLimits = { answerMs: 20_000, silenceMs: 10_000 };

/** Returns true on devices that can hand over pictures to another program, such as a phone. */
export function maySharePictures(): boolean {
  const example = new File([], 'list.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [example] });
}

/** Opens the share sheet of the device with the pictures and the text. Closing it is not a failure. */
export async function sharePictures(addresses: readonly string[], text: string): Promise<void> {
  try {
    const files = await Promise.all(addresses.map(loadPicture));
    await navigator.share({ files, text });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastFailed(t('price-post.page.shareFailed'));
  }
}

async function loadPicture(address: string): Promise<File> {
  const answer = await fetchWithin(PICTURE_LIMITS, address, { method: 'GET' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const name = address.split('/').slice(-2).join('-');
  return new File([await answer.blob()], name, { type: 'image/png' });
}
