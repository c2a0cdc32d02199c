import { ActionIcon, Box, CloseButton, Group, Popover, Text, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker, type DatePickerProps } from '@mantine/dates';
import { formatDay, formatLongMonth, formatPlainDay, shortMonthName, weekdayName } from '#contract/days.ts';
import { dayWords, monthNames } from '#contract/messages/day-words.ts';
import '@mantine/dates/styles.layer.css';
import IconCalendar from 'virtual:icons/calendar';
import { useState } from 'react';
import { type Day, day, isDay, weekdayOf } from '#billing/calendar.ts';
import { type DayFault, type ReadDay, readDayText } from '#contract/day-text.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay } from '../format/dates.ts';
import classes from './day-field.module.css';
import { unreadMark } from './unread-fields.ts';

export interface DayFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value: Day | null;
  /** Receives null for an empty field, and while the text is not an allowed day; the form then refuses to save. */
  onChange: (day: Day | null) => void;
  earliest?: Day;
  latest?: Day;
  /** The error message for a day after `latest`, instead of the general one. */
  tooLate?: string;
  /** The error message for a day before `earliest`, instead of the general one. */
  tooEarly?: string;
  clearable?: boolean;
  /**
   * True for a field outside a form, whose day applies as soon as the user presses Enter or leaves the field. Until
   * then the earlier day applies.
   */
  appliesAtOnce?: boolean;
}

interface Typed {
  text: string;
  /** The day to which the text belongs. A different day from outside the field replaces the text. */
  over: Day | null;
}

/**
 * A field that reads a day as people write it (contract/day-text.ts), and shows it in words. The calendar opens by its
 * button or the down arrow, not when the field gets the focus.
 */
export function DayField(props: DayFieldProps) {
  const { value, onChange, earliest, latest, tooLate, tooEarly, clearable, appliesAtOnce = false, ...rest } = props;
  const { onBlur, onKeyDown, error, ref, ...input } = rest;
  const [typed, setTyped] = useState<Typed>();
  const [isLeft, setIsLeft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isTyped = typed !== undefined && typed.over === value;
  const stored = value === null ? '' : formatOfficeDay(value);
  const text = isTyped ? typed.text : stored;
  const { day = null, fault } = text === stored ? { day: value } : read(text, props);
  const isMissing = appliesAtOnce && !clearable && text.trim() === '';
  const sentence = isMissing ? t('ui.day.missing') : fault && faultText(fault, text, { tooLate, tooEarly });

  const pending =
    appliesAtOnce && day !== null && day !== value ? t('ui.day.notYet', { day: formatOfficeDay(day) }) : undefined;

  const type = (next: string) => {
    const readDay = read(next, props).day ?? null;
    setIsLeft(false);
    setTyped({ text: next, over: appliesAtOnce ? value : readDay });
    if (!appliesAtOnce && readDay !== value) onChange(readDay);
  };
  const leave = () => {
    setIsLeft(true);
    if (!isTyped || sentence !== undefined) return;
    setTyped({ text: day === null ? '' : formatOfficeDay(day), over: day });
    if (day !== value) onChange(day);
  };
  const choose = (chosen: Day | null) => {
    setIsOpen(false);
    setTyped(undefined);
    if (chosen !== value) onChange(chosen);
  };
  return (
    <TextInput
      ref={ref}
      autoComplete="off"
      {...input}
      {...unreadMark(sentence ?? pending)}
      error={error || (isLeft && sentence)}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === 'Enter' && appliesAtOnce) leave();
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setIsOpen(true);
      }}
      inputContainer={(box) => (
        <Box pos="relative">
          {box}
          {isTyped && day !== null && !(appliesAtOnce && isLeft) && <InWords day={day} floats={appliesAtOnce} />}
        </Box>
      )}
      rightSectionWidth={clearable && text !== '' ? 58 : 34}
      rightSection={
        <Group gap={0} wrap="nowrap">
          {clearable && text !== '' && !input.disabled && (
            <CloseButton size="sm" tabIndex={-1} aria-label={t('ui.day.clear')} onClick={() => choose(null)} />
          )}
          <Calendar isOpen={isOpen} setIsOpen={setIsOpen} isOff={input.disabled === true} {...props} choose={choose} />
        </Group>
      }
    />
  );
}

function read(text: string, { earliest, latest }: Pick<DayFieldProps, 'earliest' | 'latest'>): ReadDay {
  return readDayText(text, { today: browserToday(), earliest, latest });
}

function faultText(
  fault: DayFault,
  text: string,
  own: { tooLate: string | undefined; tooEarly: string | undefined },
): string {
  const sentence = fault.kind === 'tooLate' || fault.kind === 'tooEarly' ? own[fault.kind] : undefined;
  return sentence ?? dayFaultText(fault, text);
}

/**
 * Shows the day in words. With `floats` the text takes no space, so that nothing moves under the pointer when the text
 * disappears.
 */
function InWords({ day, floats }: { day: Day; floats: boolean }) {
  return (
    <Text size="xs" c="dimmed" role="status" {...(floats && { className: classes.floating ?? '' })}>
      {dayInWords(day)}
    </Text>
  );
}

interface CalendarProps extends Pick<DayFieldProps, 'value' | 'earliest' | 'latest'> {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  isOff: boolean;
  choose: (day: Day | null) => void;
}

/** The calendar does not highlight weekends. */
const NONE: [] = [];

/**
 * The calendar is not in a portal, because everything on a page must be inside a landmark. Its position is fixed, so
 * that a dialog does not cut it off. The down arrow opens it from the field.
 */
function Calendar({ isOpen, setIsOpen, isOff, value, earliest, latest, choose }: CalendarProps) {
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={-1}
          disabled={isOff}
          aria-label={t('ui.day.calendar')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={value}
          onChange={(chosen) => choose(chosen !== null && isDay(chosen) ? chosen : null)}
          defaultDate={value ?? latest ?? earliest ?? browserToday()}
          {...calendarTexts}
          ariaLabels={calendarLabels()}
          hideOutsideDates
          weekendDays={NONE}
          {...(earliest !== undefined && { minDate: earliest })}
          {...(latest !== undefined && { maxDate: latest })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function calendarLabels(): NonNullable<DatePickerProps['ariaLabels']> {
  return {
    previousMonth: t('ui.day.previousMonth'),
    nextMonth: t('ui.day.nextMonth'),
    previousYear: t('ui.day.previousYear'),
    nextYear: t('ui.day.nextYear'),
    previousDecade: t('ui.day.previousDecade'),
    nextDecade: t('ui.day.nextDecade'),
  };
}

type WeekdayNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/**
 * The library's own Sinhala and Tamil texts are not used, because their names and word order differ from those of the
 * application.
 */
const calendarTexts = {
  getDayAriaLabel: (date) => formatPlainDay(day(date), dayWords[currentLanguage()]),
  monthLabelFormat: (date) => formatLongMonth(day(date), dayWords[currentLanguage()]),
  monthsListFormat: (date) => shortMonthName(day(date), dayWords[currentLanguage()]),
  weekdayFormat: (date) => t(`ui.weekdayShort.${weekdayOf(day(date)) as WeekdayNumber}`),
} satisfies Partial<DatePickerProps>;

/** Returns a day such as `Thursday, 26 November 2026`, so that the user notices if a typed day was misread. */
function dayInWords(day: Day): string {
  return formatDay(day, dayWords[currentLanguage()]);
}

function dayFaultText(fault: DayFault, text: string): string {
  switch (fault.kind) {
    case 'unread':
      return t('ui.day.unread', { text: text.trim() });
    case 'noDay': {
      const month = monthNames[currentLanguage()][fault.month - 1] ?? '';
      return t('ui.day.noDay', { day: String(fault.day), month, year: String(fault.year) });
    }
    case 'noMonth':
      return t('ui.day.noMonth', { month: String(fault.month) });
    case 'otherWeekday':
      return t('ui.day.otherWeekday', {
        day: formatOfficeDay(fault.day),
        weekday: weekdayName(fault.day, dayWords[currentLanguage()]),
      });
    case 'tooLate':
      if (fault.latest === browserToday()) return t('ui.day.afterToday', { day: formatOfficeDay(fault.day) });
      return t('ui.day.tooLate', { day: formatOfficeDay(fault.latest) });
    case 'tooEarly':
      return t('ui.day.tooEarly', { day: formatOfficeDay(fault.earliest) });
  }
}
