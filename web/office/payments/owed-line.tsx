import { Button, Group, Text } from '@mantine/core';
import { formatMoney } from '#web/ui/format/money.ts';

interface OwedLineProps {
  shopId: string;
  /** In rupees; undefined while it is not known. */
  owed: number | undefined;
  /** Where the amount is entered. */
  form: {
    setFieldValue: (name: 'amountPaid', value: string) => void;
    getInputNode: (name: 'amountPaid') => HTMLElement | null;
  };
}

/** What the shop owes, beside the amount that is being entered, and one press that takes all of it. Its room is kept. */
export function OwedLine({ shopId, owed, form }: OwedLineProps) {
  const takeAll = (all: number) => {
    form.setFieldValue('amountPaid', all.toFixed(2));
    form.getInputNode('amountPaid')?.focus();
  };
  return (
    <Group gap="xs" mih={26}>
      {owed !== undefined && (
        <Text size="sm">
          Shop {shopId} owes {formatMoney(owed)}.
        </Text>
      )}
      {owed !== undefined && owed > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => takeAll(owed)}>
          Take all of it
        </Button>
      )}
    </Group>
  );
}
