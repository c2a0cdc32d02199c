import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';

interface FindLineProps {
  box: RefObject<HTMLInputElement | null>;
  value: string;
  onSearch: (text: string) => void;
  /** Goes to the line most likely meant, in the whole sheet. */
  onJump: () => void;
  /** Goes into the lines that fit. */
  onEnter: () => void;
}

/** Finds a product by any of its names: the sheet narrows while one types, and Enter jumps to the line. */
export function FindLine({ box, value, onSearch, onJump, onEnter }: FindLineProps) {
  const onKeyDown = (event: React.KeyboardEvent) => {
    const act = { Enter: onJump, ArrowDown: onEnter, Escape: () => onSearch('') }[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label="Find a product"
      placeholder="Find: name, code or other name"
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton size="sm" aria-label="Show all products" onClick={() => onSearch('')} />
      }
      style={{ flex: '0 1 20rem' }}
    />
  );
}
