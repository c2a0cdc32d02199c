import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type Day, isDay } from '#billing/calendar.ts';
import { readDay } from '../format/dates.ts';

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'minDate' | 'maxDate' | 'valueFormat'> & {
  value: Day | null;
  onChange: (day: Day | null) => void;
  earliest?: Day;
  latest?: Day;
};

const LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

const CLEAR = { 'aria-label': 'Clear the date' };

/** The market knows no weekend. */
const NONE: [] = [];

/** The calendar stays in the landmark that its field is in. */
const IN_PLACE = { withinPortal: false };

/** A day of the market's calendar: typed (`20 Nov 2026`, `2026-11-20`, `20/11/2026`) or picked. */
export function DayField({ value, onChange, earliest, latest, ...rest }: DayFieldProps) {
  return (
    <DateInput
      value={value}
      onChange={(chosen) => onChange(chosen !== null && isDay(chosen) ? chosen : null)}
      valueFormat="D MMM YYYY"
      dateParser={(text) => readDay(text)}
      ariaLabels={LABELS}
      clearButtonProps={CLEAR}
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
