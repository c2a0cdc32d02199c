import { type Day, isDay } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '../format/browser-clock.ts';
import { DayField } from './day-field.tsx';

interface DayRangeProps {
  from: Day | null;
  to: Day | null;
  fault: string | undefined;
  onChange: (from: Day | null, to: Day | null) => void;
}

/** Two fields for past days; both days are included. */
export function PickedDays({ from, to, fault, onChange }: DayRangeProps) {
  const shared = { latest: browserToday(), clearable: true, appliesAtOnce: true, w: 150 };
  return (
    <>
      <DayField {...shared} label={t('ui.dayRange.from')} value={from} onChange={(day) => onChange(day, to)} />
      <DayField
        {...shared}
        label={t('ui.dayRange.to')}
        value={to}
        onChange={(day) => onChange(from, day)}
        error={fault}
      />
    </>
  );
}

export function rangeFault(from: Day | null, to: Day | null): string | undefined {
  return from !== null && to !== null && to < from ? t('ui.dayRange.endBeforeStart') : undefined;
}

export function dayOrNone(text: string): Day | null {
  return isDay(text) ? text : null;
}
