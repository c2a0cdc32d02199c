import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';

/** Returns true when the list is to be loaded again. */
export function toggleArchived(kind: OtherChargeKind): Promise<boolean> {
  const params = { id: String(kind.kind_id) };
  const body = { is_archived: !kind.is_archived };
  const ifMatch = versionOf(otherCharges.archiveKind, kind);
  return callAndTell({
    call: () => api(otherCharges.archiveKind, { params, body }, { ifMatch }),
    failed: t('other-charges.kinds.archiveFailed'),
  });
}
