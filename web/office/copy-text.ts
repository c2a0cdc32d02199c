import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';

/** Copies a text and says so. Returns false if the browser refuses. Then the user is asked to select the text. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone(t('ui.copy.done'), 2);
    return true;
  } catch {
    toastFailed(t('ui.copy.failed'));
    return false;
  }
}
