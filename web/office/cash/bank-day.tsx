import IconBuildingBank from 'virtual:icons/building-bank';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';

interface BankDayQuestion {
  title: string;
  label: string;
  action: string;
}

/**
 * Asks for the day on which the bank had the money of payments, today at first, and records it with `work`. Returns
 * false if the question was closed.
 */
export async function chooseBankDay(question: BankDayQuestion, work: (day: Day) => Promise<boolean>): Promise<boolean> {
  const chosen = await openDialog<Day | undefined>(
    (answer) => <BankDayDialog question={question} answer={answer} />,
    undefined,
    async (day) => day === undefined || work(day),
  );
  return chosen !== undefined;
}

interface BankDayDialogProps {
  question: BankDayQuestion;
  answer: (day: Day | undefined) => void;
}

function BankDayDialog({ question: { title, label, action }, answer }: BankDayDialogProps) {
  const [day, setDay] = useState<Day | null>(browserToday());
  const question = {
    title,
    body: <DayField label={label} required latest={browserToday()} value={day} onChange={setDay} />,
    action,
    isOff: day === null,
  };
  return <ConfirmDialog question={question} answer={(isYes) => answer(isYes && day !== null ? day : undefined)} />;
}

interface BankDayBarProps {
  /** What is done with the selected payments, the usual action first. */
  actions: readonly { label: string; onClick: () => void }[];
  /** Says how many payments are selected. */
  selected: string;
  ids: readonly unknown[];
}

export function BankDayBar({ actions, selected, ids }: BankDayBarProps) {
  return (
    <Group gap="sm">
      {actions.map(({ label, onClick }, at) => (
        <Button
          key={label}
          variant={at === 0 ? 'filled' : 'default'}
          leftSection={<IconBuildingBank size={18} aria-hidden />}
          disabled={ids.length === 0}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      <Text size="sm" role="status">
        {selected}
      </Text>
    </Group>
  );
}
