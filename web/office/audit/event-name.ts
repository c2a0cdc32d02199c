import { isDay } from '#billing/calendar.ts';
import { auditEventTypes } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';

const STORED_DAY = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g;

/** Returns a stored text in which days, such as 2026-11-24, are written as everywhere in the office. */
export function withDays(text: string): string {
  return text.replaceAll(STORED_DAY, (found) => (isDay(found) ? formatOfficeDay(found) : found));
}

/** Returns the label of an event type. A type of an older release is shown as it is stored. */
export function eventName(type: string): string {
  const known = auditEventTypes.find((one) => one === type);
  return known === undefined ? type : t(`audit-types.${known}`);
}
