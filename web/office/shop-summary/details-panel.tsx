import { Anchor, Group, Paper, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Shop } from '#contract/shops.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { useMay } from '../session/use-may.ts';
import { Detail, DetailList } from './detail-list.tsx';

/** What the shop is, and its rates of now. */
export function ShopCard({ shop }: { shop: Shop }) {
  const mayWrite = useMay('books.write');
  return (
    <Paper withBorder p="md" component="section" aria-label="Shop details" mb="md">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          Shop details
        </Title>
        {mayWrite && (
          <Anchor component={Link} to={`/edit-shop/${encodeURIComponent(shop.shop_id)}`} size="sm">
            Edit shop
          </Anchor>
        )}
      </Group>
      <DetailList>
        <Detail name="Shop ID">{shop.shop_id}</Detail>
        <Detail name="Shop name">{shop.shop_name}</Detail>
        <Detail name="Location">{shop.location}</Detail>
        <Detail name="Rent amount">{formatMoney(shop.rent_amount)}</Detail>
        <Detail name="VAT rate">{formatNumber(shop.vat_rate)}%</Detail>
        <Detail name="Operation fee">{formatMoney(shop.operation_fee)}</Detail>
      </DetailList>
    </Paper>
  );
}
