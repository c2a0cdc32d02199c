import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { moveOnWithEnter } from '#web/ui/form/form-keys.ts';

interface FindPaymentsFormProps {
  start: { shopId: string; date: Day | null };
  isSearching: boolean;
  search: (shopId: string, date: Day) => void;
}

export function FindPaymentsForm({ start, isSearching, search }: FindPaymentsFormProps) {
  const [typed, setTyped] = useState(start.shopId);
  const [date, setDate] = useState(start.date);
  const shopId = typed.trim();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (shopId !== '' && date !== null && !isSearching) search(shopId, date);
  };
  return (
    <form onSubmit={submit} onKeyDown={moveOnWithEnter} aria-label={t('payments.correct.find.form')}>
      <Group gap="md" align="flex-end">
        <TextInput
          label={t('payments.correct.find.shop')}
          required
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DayField label={t('payments.correct.find.date')} required value={date} onChange={setDate} />
        <Button
          type="submit"
          disabled={shopId === '' || date === null}
          loading={isSearching}
          leftSection={<IconSearch size={18} aria-hidden />}
        >
          {t('payments.correct.find.search')}
        </Button>
      </Group>
    </form>
  );
}
