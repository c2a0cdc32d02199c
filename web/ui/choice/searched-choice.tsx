import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import type { Choice } from './choice-field.tsx';
import { findTyped, searchChoices } from './find-typed.ts';

interface SearchedChoiceProps
  extends Omit<
    SelectProps,
    'data' | 'value' | 'onChange' | 'searchable' | 'searchValue' | 'onSearchChange' | 'filter'
  > {
  data: readonly Choice[];
  value: string;
  /**
   * Also receives the typed text, because it may identify more than the choice, such as one invoice of a shop by its
   * payment reference.
   */
  onChange: (chosen: string, typed: string) => void;
  onTyped?: (text: string) => void;
  /** Returns the values that a text identifies in another way than by value or label. */
  meantBy?: ((text: string) => readonly string[]) | undefined;
}

/**
 * A field for long lists. When the field is left, typed text that matches no choice exactly is refused but stays in the
 * field. Text may be typed before the choices arrive.
 */
export function SearchedChoice({ data, value, onChange, onTyped, meantBy, error, ...field }: SearchedChoiceProps) {
  const { typed, refused, type, settle, isFocused } = useTyped({ data, value, onChange, onTyped, meantBy });
  const { input, isEntered } = useEarlyEnter(data.length > 0);
  const onEnter = (event: React.KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget: target } = event;
    if (target.getAttribute('aria-expanded') !== 'true') return settle(target.value);
    const isSearching = typed.trim() !== '' && typed !== labelOf(data, value);
    if (!isSearching || listOf(target)?.querySelector('[data-combobox-selected]')) return;
    const first = firstOptionOf(target);
    isEntered.current = data.length === 0;
    if (first || isEntered.current) event.preventDefault();
    first?.click();
  };
  return (
    <Select
      openOnFocus={false}
      // True only once choices exist. The library then marks the first choice that matches the text typed before.
      selectFirstOptionOnChange={data.length > 0}
      // Off while a value is chosen. Otherwise the list would, just after opening, lose the option that fast typing had
      // marked, and Enter would choose nothing.
      selectFirstOptionOnDropdownOpen={value === ''}
      autoComplete="off"
      {...field}
      ref={input}
      searchable
      allowDeselect={false}
      data={data}
      filter={({ search }) => searchChoices(data, search, meantBy?.(search))}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '', typed)}
      searchValue={typed}
      onInput={(event) => {
        isEntered.current = false;
        type(event.currentTarget.value);
      }}
      onClear={() => type('')}
      onOptionSubmit={(chosen) => {
        // The library does not report a change when a different text identifies the value that is already chosen.
        if (chosen === value) onChange(chosen, typed);
        type(labelOf(data, chosen));
      }}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={(event) => {
        isFocused.current = false;
        isEntered.current = false;
        settle(event.currentTarget.value);
      }}
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter(event);
      }}
      error={refused ? t('ui.choice.unknown', { text: typed.trim() }) : error}
    />
  );
}

/**
 * Chooses the first option on an Enter that comes before the library has marked it, because the choices are still
 * loading or have just appeared.
 */
function useEarlyEnter(hasChoices: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  const chooseLate = useEffectEvent(() => {
    if (isEntered.current) firstOptionOf(input.current)?.click();
    isEntered.current = false;
  });
  useEffect(() => {
    if (hasChoices) chooseLate();
  }, [hasChoices]);
  return { input, isEntered };
}

function listOf(input: HTMLInputElement | null): HTMLElement | null {
  return document.getElementById(input?.getAttribute('aria-controls') ?? '');
}

function firstOptionOf(input: HTMLInputElement | null): HTMLElement | null {
  return listOf(input)?.querySelector<HTMLElement>('[role="option"]') ?? null;
}

type Typing = Pick<SearchedChoiceProps, 'data' | 'value' | 'onChange' | 'meantBy'> & {
  onTyped: SearchedChoiceProps['onTyped'];
};

function useTyped({ data, value, onChange, onTyped, meantBy }: Typing) {
  const label = labelOf(data, value);
  const [typed, setTyped] = useState(label);
  const [refused, setRefused] = useState(false);
  /**
   * Why `value` became empty: true if the typed text was refused, which then remains in the field; false if the form
   * was cleared.
   */
  const isRefusing = useRef(false);
  const isFocused = useRef(false);
  const type = (text: string) => {
    setTyped(text);
    setRefused(false);
    onTyped?.(text);
  };
  useEffect(() => {
    if (value === '' && isRefusing.current) return;
    isRefusing.current = false;
    setTyped(label);
    setRefused(false);
  }, [value, label]);
  const settle = (text: string) => {
    if (data.length === 0 || text === label) return;
    const found = findTyped(data, text, meantBy?.(text));
    isRefusing.current = found === undefined;
    setTyped(found?.label ?? text);
    setRefused(found === undefined && text.trim() !== '');
    if (found || value !== '') onChange(found?.value ?? '', text);
  };
  // Checks the typed text if the user left the field before the choices arrived.
  const settleLate = useEffectEvent(() => !isFocused.current && typed !== '' && settle(typed));
  const hasChoices = data.length > 0;
  useEffect(() => {
    if (hasChoices) settleLate();
  }, [hasChoices]);
  return { typed, refused, type, settle, isFocused };
}

function labelOf(data: readonly Choice[], value: string): string {
  return data.find((one) => one.value === value)?.label ?? '';
}
