import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 200;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search that follows the typing after a breath, so that the address is not rewritten at every letter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const said = useRef(value);
  const say = useDebouncedCallback((typed: string) => {
    said.current = typed;
    onSearch(typed);
  }, PAUSE_MS);
  // Back or a link changed the address: the box follows; its own echo must not undo what was typed since.
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setText(value);
  }, [value]);

  const type = (typed: string) => {
    setText(typed);
    say(typed);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
      maw={384}
      style={{ flex: '1 1 15rem' }}
    />
  );
}
