import { DateInput, type DateInputProps } from '@mantine/dates';
import { t } from '#web/i18n/t.ts';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type Day, isDay } from '#billing/calendar.ts';
import { readDay } from '../format/read-day.ts';
import { calendarTexts } from './calendar-texts.ts';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'minDate' | 'maxDate' | 'valueFormat'> & {
  value: Day | null;
  onChange: (day: Day | null) => void;
  earliest?: Day;
  latest?: Day;
};

/** No weekday is drawn as a weekend. */
const NONE: [] = [];

/** The calendar stays in the landmark of its field, and a dialog does not cut it off. */
const IN_PLACE = { withinPortal: false, floatingStrategy: 'fixed' } as const;

export function DayField({ value, onChange, earliest, latest, ...rest }: DayFieldProps) {
  return (
    <DateInput
      value={value}
      onChange={(chosen) => onChange(chosen !== null && isDay(chosen) ? chosen : null)}
      {...calendarTexts}
      dateParser={(text) => readDay(text)}
      ariaLabels={calendarLabels()}
      clearButtonProps={{ 'aria-label': t('ui.day.clear') }}
      hideOutsideDates
      weekendDays={NONE}
      popoverProps={IN_PLACE}
      rightSection={<IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      {...(earliest !== undefined && { minDate: earliest })}
      {...(latest !== undefined && { maxDate: latest })}
      {...rest}
    />
  );
}

function calendarLabels(): NonNullable<DateInputProps['ariaLabels']> {
  return {
    previousMonth: t('ui.day.previousMonth'),
    nextMonth: t('ui.day.nextMonth'),
    previousYear: t('ui.day.previousYear'),
    nextYear: t('ui.day.nextYear'),
    previousDecade: t('ui.day.previousDecade'),
    nextDecade: t('ui.day.nextDecade'),
  };
}
