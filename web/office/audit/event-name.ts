import { auditEventTypes } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';

/** Returns the label of an event type. A type of an older release is shown as it is stored. */
export function eventName(type: string): string {
  const known = auditEventTypes.find((one) => one === type);
  return known === undefined ? type : t(`audit-types.${known}`);
}
