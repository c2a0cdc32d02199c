import { Paper, Table, Title } from '@mantine/core';
import type { ShopSummary } from '#contract/shops.ts';
import { formatMoney } from '#web/ui/format/money.ts';

/** Who pays, and what the shop owes now. */
export function ShopDetails({ shop }: { shop: ShopSummary }) {
  const texts = [
    ['Shop', `${shop.shop_id}, ${shop.shop_name}`],
    ['Location', shop.location],
    ['Tenant', shop.Tenant ? `${shop.Tenant.name}, ${shop.Tenant.contact}` : 'Nobody rents it now'],
  ] as const;
  const figures = [
    ['Rent', shop.rent_amount],
    ['Operation fee', shop.operation_fee],
    ['Balance', shop.ShopBalance.balance_amount],
    ['Owed', shop.total_owed],
  ] as const;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        Shop details
      </Title>
      <Table variant="vertical" layout="fixed" aria-label="Shop details">
        <Table.Tbody>
          {texts.map(([name, text]) => (
            <Table.Tr key={name}>
              <Table.Th w="40%">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
          {figures.map(([name, rupees]) => (
            <Table.Tr key={name} fw={name === 'Owed' ? 700 : undefined}>
              <Table.Th>{name}</Table.Th>
              <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(rupees)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
