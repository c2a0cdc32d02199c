import { auditEventTypes } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';

/** A type of an older release as it is stored. */
export function eventName(type: string): string {
  const known = auditEventTypes.find((one) => one === type);
  return known === undefined ? type : t(`audit-types.${known}`);
}
