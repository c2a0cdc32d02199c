import IconSearch from 'virtual:icons/search';
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';

const PAUSE_MS = 200;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  error?: string;
}

/**
 * A search field. It calls `onSearch` after a pause in typing, so that the address does not change with every letter.
 */
export function SearchBox({ label, value, onSearch, error }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((typed: string) => {
    reported.current = typed;
    onSearch(typed);
  }, PAUSE_MS);
  // The browser's Back button or a link replaces the text. A value that this field itself reported does not, because
  // the user may have typed more since.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  const type = (typed: string) => {
    setText(typed);
    report(typed);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('ui.search.clear')} onClick={() => type('')} />}
      maw={384}
      style={{ flex: '1 1 15rem' }}
    />
  );
}
