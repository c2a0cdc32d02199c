import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** Archives a kind, or brings an archived one back. */
export async function toggleArchived({ kind_id, is_archived }: OtherChargeKind): Promise<boolean> {
  try {
    const params = { id: String(kind_id) };
    const { message } = await api(otherCharges.archiveKind, { params, body: { is_archived: !is_archived } });
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('other-charges.kinds.archiveFailed')), 5);
    return false;
  }
}
