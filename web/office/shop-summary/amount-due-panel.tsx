import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { useMay } from '../session/use-may.ts';
import { BalanceForm } from './balance-form.tsx';
import { exportSummary } from './export-summary.ts';
import type { Notice } from './notice.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import classes from './shop-summary.module.css';

interface OwedCardProps {
  shop: ShopSummary;
  /** The books have changed, and what is to be said of it. */
  onChanged: (notice: Notice) => void;
}

/** What the shop owes and its balance, large, and what one comes here to do about them. */
export function OwedCard({ shop, onChanged }: OwedCardProps) {
  const mayWrite = useMay('books.write');
  const [isPaying, setIsPaying] = useState(false);
  const { balance_amount: balance } = shop.ShopBalance;
  return (
    <Paper withBorder p="md" component="section" aria-label="Owed and balance">
      <Stack gap="md">
        <dl style={{ margin: 0 }} className={classes.figures ?? ''}>
          <Figure name="Owed" rupees={shop.total_owed} about={shop.total_owed > 0 ? '' : 'Nothing is owed.'} isLarge />
          <Figure name="Shop balance" rupees={balance} about={describeBalance(balance)} />
        </dl>
        <Group gap="sm">
          {mayWrite && (
            <Button leftSection={<IconCash size={18} aria-hidden />} onClick={() => setIsPaying(true)}>
              Make Payment
            </Button>
          )}
          <ExportButton label="Export Summary" download={() => exportSummary(shop)} />
        </Group>
        {mayWrite && <BalanceForm shop={shop} onChanged={onChanged} />}
      </Stack>
      {isPaying && <PaymentDialog shop={shop} onClose={() => setIsPaying(false)} onPaid={onChanged} />}
    </Paper>
  );
}

function Figure({ name, rupees, about, isLarge }: { name: string; rupees: number; about: string; isLarge?: boolean }) {
  return (
    <Stack gap={0} mb="xs">
      <Text size="sm" c="dimmed" component="dt">
        {name}
      </Text>
      <Text component="dd" m={0} fw={700} fz={isLarge ? '1.75rem' : '1.15rem'} lh={1.3}>
        {formatMoney(rupees)}
      </Text>
      {about !== '' && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {about}
        </Text>
      )}
    </Stack>
  );
}

function describeBalance(balance: number): string {
  if (balance > 0) return 'Credit of the shop, for charges to come.';
  return balance < 0 ? 'A debt of the shop, part of what is owed.' : '';
}
