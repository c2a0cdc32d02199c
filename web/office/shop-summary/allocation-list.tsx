import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ChargeKind } from '#contract/money-effects.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { When } from '#web/ui/format/when.tsx';
import type { SummaryInvoice } from './sum-charges.ts';
import classes from './shop-summary.module.css';

type Allocation = SummaryInvoice['Allocations'][number];

const chargeNames: Record<ChargeKind, string> = {
  VAT: 'VAT',
  OperationFee: 'Operation fee',
  Rent: 'Rent',
  Fine: 'Fine',
};

/** Which payment paid which charge of an invoice, in the order in which it was paid. */
export function AllocationList({ invoice }: { invoice: SummaryInvoice }) {
  if (invoice.Allocations.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No payment went to this invoice yet.
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={420}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`What paid the charges of ${invoice.invoice_id}`}
    >
      <Table
        aria-label={`What paid the charges of ${invoice.invoice_id}`}
        verticalSpacing={4}
        className={classes.figures ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {numbered(invoice.Allocations).map(({ allocation, number }) => (
            <Table.Tr key={number}>
              <Table.Td>
                <When at={allocation.date} />
              </Table.Td>
              <Table.Td>
                <Source allocation={allocation} />
              </Table.Td>
              <Table.Td>{chargeNames[allocation.charge]}</Table.Td>
              <Table.Td ta="right">{formatMoney(allocation.amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Allocations have no ids; their place tells them apart. */
function numbered(allocations: readonly Allocation[]) {
  return allocations.map((allocation, number) => ({ allocation, number }));
}

function Source({ allocation: { source, payment_id } }: { allocation: Allocation }) {
  if (payment_id !== null)
    return (
      <Anchor component={Link} to={`/receipt/${payment_id}`} size="sm">
        Payment {payment_id}
      </Anchor>
    );
  return source === 'balance' ? 'Balance that was set' : 'Credit of the shop';
}
