import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { useMay } from '../session/use-may.ts';
import { exportSummary } from './export-summary.ts';
import type { Notice } from './notice-panel.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

interface AmountDuePanelProps {
  shop: ShopSummary;
  tenancyId: number | undefined;
  onChanged: (notice: Notice) => void;
}

export function AmountDuePanel({ shop, tenancyId, onChanged }: AmountDuePanelProps) {
  const mayWrite = useMay('books.write');
  const [isPaying, setIsPaying] = useState(false);
  const { balance_amount: balance } = shop.ShopBalance;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('shop-summary.due.label')}>
      <Stack gap="md">
        <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
          <Figure
            name={t('shop-summary.due.due')}
            rupees={shop.total_owed}
            about={shop.total_owed > 0 ? '' : t('shop-summary.due.nothing')}
            isLarge
          />
          <Figure name={t('shop-summary.due.balance')} rupees={balance} about={describeBalance(balance)} />
        </dl>
        <Group gap="sm">
          {mayWrite && (
            <Button leftSection={<IconCash size={18} aria-hidden />} onClick={() => setIsPaying(true)}>
              {t('shop-summary.due.pay')}
            </Button>
          )}
          <ExportButton label={t('shop-summary.due.export')} download={() => exportSummary(shop)} />
        </Group>
      </Stack>
      {isPaying && (
        <PaymentDialog shop={shop} tenancyId={tenancyId} onClose={() => setIsPaying(false)} onPaid={onChanged} />
      )}
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
  if (balance > 0) return t('shop-summary.due.credit');
  return balance < 0 ? t('shop-summary.due.debt') : '';
}
