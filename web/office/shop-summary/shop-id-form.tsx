import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { shops } from '#contract/shops.ts';

interface ShopIdFormProps {
  /** The shop that is shown; empty for none. */
  shopId: string;
  onLoad: (shopId: string) => void;
}

/** Which shop to show: Enter or the button loads it. */
export function ShopIdForm({ shopId, onLoad }: ShopIdFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(shopId);
  const [fault, setFault] = useState<string>();
  const load = (event: FormEvent) => {
    event.preventDefault();
    const found = findFault(text);
    setFault(found);
    if (found === undefined) onLoad(text.trim());
    else field.current?.focus();
  };
  return (
    <form onSubmit={load} noValidate>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          ref={field}
          aria-label="Shop ID"
          placeholder="Shop ID"
          autoFocus={shopId === ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fault}
          style={{ flex: '0 1 14rem', minWidth: 0 }}
        />
        <Button type="submit" variant="default" style={{ flex: 'none' }}>
          Load Summary
        </Button>
      </Group>
    </form>
  );
}

function findFault(text: string): string | undefined {
  if (text.trim() === '') return 'Enter a shop ID.';
  return shops.summary.params.shape.id.safeParse(text).error?.issues[0]?.message;
}
