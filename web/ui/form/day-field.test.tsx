import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Day, day } from '#billing/calendar.ts';
import { languages } from '#contract/languages.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { setCurrentLanguage } from '#web/i18n/t.ts';
import { showScreen } from '../../testing/screen.tsx';
import { formatOfficeDay } from '../format/dates.ts';
import { DayField } from './day-field.tsx';
import { Form } from './form.tsx';
import { useOfficeForm } from './use-office-form.ts';

const TODAY = day('2026-11-26');
const STORED = day('2026-11-02');

beforeAll(() => Promise.all([loadMessages('start', 'si'), loadMessages('start', 'ta')]));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] });
  vi.setSystemTime('2026-11-26T06:00:00.000Z');
});
afterEach(() => {
  vi.useRealTimers();
  setCurrentLanguage('en');
});

interface Opened {
  user: UserEvent;
  field: HTMLInputElement;
  days: (Day | null)[];
}

function openField(props: { appliesAtOnce?: boolean; clearable?: boolean } = {}): Opened {
  const days: (Day | null)[] = [];
  function Stored() {
    const [value, setValue] = useState<Day | null>(STORED);
    const change = (next: Day | null) => {
      setValue(next);
      days.push(next);
    };
    return (
      <MantineProvider>
        <DayField label="Day" value={value} onChange={change} latest={TODAY} {...props} />
        <button type="button" onClick={() => setValue(day('2026-10-01'))}>
          Step
        </button>
      </MantineProvider>
    );
  }
  render(<Stored />);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  return { user, field: screen.getByLabelText('Day'), days };
}

const WAYS = {
  typed: (user: UserEvent, field: HTMLInputElement, text: string) => user.type(field, text),
  pasted: async (user: UserEvent, field: HTMLInputElement, text: string) => {
    await user.click(field);
    await user.paste(text);
  },
  filled: async (_user: UserEvent, field: HTMLInputElement, text: string) => {
    fireEvent.change(field, { target: { value: text } });
  },
} as const;

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', { tags: ['slow'] }, (way) => {
  test.each([
    ['26/11/26', '2026-11-26', '26 Nov 2026', 'Thursday, 26 November 2026'],
    ['5 nov', '2026-11-05', '5 Nov 2026', 'Thursday, 5 November 2026'],
    ['1 dec', '2025-12-01', '1 Dec 2025', 'Monday, 1 December 2025'],
  ])('%s is handed on as %s and shown in words', async (text, read, shown, words) => {
    const { user, field, days } = openField();
    await user.clear(field);
    await WAYS[way](user, field, text);
    expect(days.at(-1)).toBe(read);
    expect(field.value).toBe(text);
    expect(screen.getByRole('status').textContent).toBe(words);
    await user.tab();
    expect(field.value).toBe(shown);
    expect(screen.getByRole('status').textContent).toBe(words);
  });

  test.each([
    ['31/02/2026', 'February 2026 has no day 31.'],
    ['11/13/2026', 'There is no month 13. Enter the day first, then the month: 26/11/2026.'],
    ['27/11/2026', '27 Nov 2026 is after today. Enter today or an earlier date.'],
    ['soon', '"soon" could not be read as a date. Enter day, month and year, such as 26/11/2026 or 26 Nov 2026.'],
  ])('%s stays as it is, says what is wrong, and is handed on as nothing', async (text, sentence) => {
    const { user, field, days } = openField();
    await user.clear(field);
    await WAYS[way](user, field, text);
    await user.tab();
    expect(field.value).toBe(text);
    expect(days.at(-1)).toBeNull();
    screen.getByText(sentence);
  });
});

test.each(languages)('in %s the day that is shown can be typed again, and a fault is said', async (language) => {
  setCurrentLanguage(language);
  const { user, field, days } = openField();
  await user.clear(field);
  await user.type(field, formatOfficeDay(day('2026-04-05')));
  expect(days.at(-1)).toBe('2026-04-05');
  await user.clear(field);
  await user.type(field, '31/02/2026');
  await user.tab();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.value).toBe('31/02/2026');
});

describe('outside a form', () => {
  test('nothing applies while typing; Enter or leaving applies the day once', async () => {
    const { user, field, days } = openField({ appliesAtOnce: true });
    await user.clear(field);
    await user.type(field, '3/11/2026');
    expect(days).toEqual([]);
    await user.keyboard('{Enter}');
    await user.tab();
    expect(days).toEqual(['2026-11-03']);
  });

  test.each([
    ['27/11/2026', '27 Nov 2026 is after today. Enter today or an earlier date.'],
    [' ', 'Enter a date.'],
  ])('%j applies nothing and says why', async (text, sentence) => {
    const { user, field, days } = openField({ appliesAtOnce: true });
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
    screen.getByText(sentence);
    expect(days).toEqual([]);
    expect(field.value).toBe(text);
  });

  test('a field that may be empty is emptied, and a day from elsewhere replaces what was typed', async () => {
    const { user, field, days } = openField({ appliesAtOnce: true, clearable: true });
    await user.clear(field);
    await user.tab();
    expect(days).toEqual([null]);
    await user.type(field, 'soon');
    await user.click(screen.getByRole('button', { name: 'Step' }));
    expect(field.value).toBe('1 Oct 2026');
  });
});

/** A day's button in the calendar. Testing Library treats it as hidden, because the test browser has no layout. */
const FIFTH = { name: '5 November 2026', hidden: true };

test('the calendar opens by its button or the arrow down, never by the focus', async () => {
  const { user, field, days } = openField();
  await user.click(field);
  expect(screen.queryByRole('button', FIFTH)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open calendar' }));
  await user.click(await screen.findByRole('button', FIFTH));
  expect(days).toEqual(['2026-11-05']);
  expect(field.value).toBe('5 Nov 2026');
  await waitFor(() => expect(screen.queryByRole('button', FIFTH)).toBeNull());
  await user.click(field);
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('button', FIFTH);
});

test('a form with a day that could not be read saves nothing, even where the day is optional', async () => {
  const save = vi.fn(() => Promise.resolve());
  function Filled() {
    const form = useOfficeForm({ initialValues: { from: null as Day | null }, save, fallback: 'Failed' });
    return (
      <Form form={form} saveLabel="Save">
        <DayField label="From" {...form.field('from')} value={form.inner.values.from} />
      </Form>
    );
  }
  const { user } = showScreen(<Filled />);
  const field = await screen.findByLabelText<HTMLInputElement>('From');
  await user.type(field, '31/02/2026');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  screen.getByText('February 2026 has no day 31.');
  expect(document.activeElement).toBe(field);
  expect(save).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, '28/02/2026{Control>}s{/Control}');
  expect(save).toHaveBeenCalledWith({ from: '2026-02-28' }, expect.anything());
});
