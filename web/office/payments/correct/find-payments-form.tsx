import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { moveOnWithEnter } from '#web/ui/form/form-keys.ts';

interface FindPaymentsProps {
  start: { shopId: string; date: Day | null };
  isSearching: boolean;
  search: (shopId: string, date: Day) => void;
}

/** Step 1: whose payments, and of which day; both are needed. */
export function FindPayments({ start, isSearching, search }: FindPaymentsProps) {
  const [typed, setTyped] = useState(start.shopId);
  const [date, setDate] = useState(start.date);
  const shopId = typed.trim();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (shopId !== '' && date !== null && !isSearching) search(shopId, date);
  };
  return (
    <form onSubmit={submit} onKeyDown={moveOnWithEnter} aria-label="Find payments">
      <Group gap="md" align="flex-end">
        <TextInput
          label="Shop ID"
          required
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DayField label="Payment date" required value={date} onChange={setDate} />
        <Button
          type="submit"
          disabled={shopId === '' || date === null}
          loading={isSearching}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          Search payments
        </Button>
      </Group>
    </form>
  );
}
