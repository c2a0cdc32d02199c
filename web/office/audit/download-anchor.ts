import { audit } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { api } from '../api.ts';

export async function downloadAnchor(): Promise<void> {
  try {
    const { anchor } = await api(audit.anchor, {});
    if (!anchor) return toastFailed(t('audit.anchor.none'));
    saveBlob(new Blob([`${anchor.line}\n`], { type: 'text/plain' }), t('audit.anchor.file', { code: anchor.code }));
  } catch {
    toastFailed(t('audit.anchor.failed'));
  }
}
