import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { versionOf } from '#contract/version.ts';
import { isChangedMeanwhile, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';

/** Returns true when the list is to be loaded again. */
export async function toggleArchived(kind: OtherChargeKind): Promise<boolean> {
  const { kind_id, is_archived } = kind;
  try {
    const params = { id: String(kind_id) };
    const ifMatch = versionOf(otherCharges.archiveKind, kind);
    const { message } = await api(
      otherCharges.archiveKind,
      { params, body: { is_archived: !is_archived } },
      { ifMatch },
    );
    toastDone(message, 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('other-charges.kinds.archiveFailed')), 5);
    return isChangedMeanwhile(error);
  }
}
