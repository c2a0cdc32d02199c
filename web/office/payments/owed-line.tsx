import { Button, Group, Text } from '@mantine/core';
import { formatMoney } from '#web/ui/money.ts';

interface OwedLineProps {
  shopId: string;
  /** In rupees; undefined while it is not known. */
  owed: number | undefined;
  /** Takes all that is owed for the amount of the payment; it comes with its two decimals. */
  takeAll: (amount: string) => void;
}

/** What the shop owes, beside the amount that is being entered, and one press that takes all of it. Its room is kept. */
export function OwedLine({ shopId, owed, takeAll }: OwedLineProps) {
  return (
    <Group gap="xs" mih={26}>
      {owed !== undefined && (
        <Text size="sm">
          Shop {shopId} owes {formatMoney(owed)}.
        </Text>
      )}
      {owed !== undefined && owed > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => takeAll(owed.toFixed(2))}>
          Take all of it
        </Button>
      )}
    </Group>
  );
}
