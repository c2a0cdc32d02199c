import { ActionIcon, Box, CloseButton, Group, Popover, Text, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker, type DatePickerProps } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { type Day, isDay } from '#billing/calendar.ts';
import { type DayFault, type ReadDay, readDayText } from '#contract/day-text.ts';
import { t } from '#web/i18n/t.ts';
import { browserToday } from '../format/browser-clock.ts';
import { formatOfficeDay } from '../format/dates.ts';
import { calendarTexts } from './calendar-texts.ts';
import classes from './day-field.module.css';
import { dayFaultText, dayInWords } from './day-texts.ts';
import { unreadMark } from './unread-fields.ts';

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  value: Day | null;
  /** Gets null for an empty field, and while no allowed day is read, which the form then refuses. */
  onChange: (day: Day | null) => void;
  earliest?: Day;
  latest?: Day;
  /** Shown instead of the general sentence about a day after `latest`. */
  tooLate?: string;
  clearable?: boolean;
  /** Outside a form: the day applies on Enter or on leaving the field, and the former one until then. */
  appliesAtOnce?: boolean;
}

interface Typed {
  text: string;
  /** A day from elsewhere replaces the text. */
  over: Day | null;
}

/** A day is read as people write it (contract/day-text.ts), and shown in words. The calendar opens by its button only. */
export function DayField(props: DayFieldProps) {
  const { value, onChange, earliest, latest, tooLate, clearable = false, appliesAtOnce = false, ...rest } = props;
  const { onBlur, onKeyDown, error, ref, ...input } = rest;
  const [typed, setTyped] = useState<Typed>();
  const [isLeft, setIsLeft] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isTyped = typed !== undefined && typed.over === value;
  const stored = value === null ? '' : formatOfficeDay(value);
  const text = isTyped ? typed.text : stored;
  const { day = null, fault } = text === stored ? { day: value } : read(text, props);
  const isMissing = appliesAtOnce && !clearable && text.trim() === '';
  const sentence = isMissing ? t('ui.day.missing') : fault && faultText(fault, text, tooLate);

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

function faultText(fault: DayFault, text: string, tooLate: string | undefined): string {
  return fault.kind === 'tooLate' && tooLate !== undefined ? tooLate : dayFaultText(fault, text);
}

/** The day in words. It floats where it disappears on leaving, so that nothing moves under the pointer. */
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

/** No weekday is drawn as a weekend. */
const NONE: [] = [];

/**
 * The calendar stays in the landmark of its field, and a dialog does not cut it off. The arrow down opens it from the
 * field.
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
