import { t } from '#web/i18n/t.ts';

const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

/** `value` is 1 to 12. */
export function monthChoices(): { value: string; label: string }[] {
  return NUMBERS.map((value) => ({ value, label: t(`ui.month.${value}`) }));
}
