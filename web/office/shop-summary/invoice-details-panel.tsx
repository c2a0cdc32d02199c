import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { DUE_SENTENCE } from '#contract/invoices.ts';
import { formatFigure, formatMoney } from '#web/ui/format/money.ts';
import { When } from '#web/ui/format/when.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useMay } from '../session/use-may.ts';
import { AllocationList } from './allocation-list.tsx';
import { chargedOf, chargesOf, owedOf, type SummaryInvoice } from './sum-charges.ts';
import type { DateFigures } from './date-figures.ts';
import { FigureList } from './figure-list.tsx';
import { applyFine, deleteFine } from './change-invoice.ts';
import classes from './shop-summary.module.css';

interface InvoiceDetailsProps {
  invoice: SummaryInvoice;
  /** What it was paid by the dates of payments. */
  figures: DateFigures;
  /** The books have changed. */
  onChanged: () => void;
}

/** An invoice from inside: its charges, which payment paid which of them, and both ways to count what it was paid. */
export function InvoiceDetails({ invoice, figures, onChanged }: InvoiceDetailsProps) {
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Due <When at={invoice.due_date} />. {DUE_SENTENCE}
        </Text>
        <FineButton invoice={invoice} onChanged={onChanged} />
      </Group>
      <Breakdown invoice={invoice} />
      <Group gap="xl" align="flex-start">
        <FigureList
          title="Allocated"
          about="What went to its charges, oldest first."
          figures={[
            ['Charged', chargedOf(invoice)],
            ['Paid', invoice.total_paid],
            ['Still owed', owedOf(invoice)],
          ]}
        />
        <FigureList
          title="By payment dates"
          about="What came in until the next invoice, whatever it settled, against the invoice's total."
          figures={[
            ['Total', invoice.total_amount],
            ['Paid', figures.paid],
            ['Remaining', figures.remaining],
            ['Extra', figures.extra],
          ]}
        />
      </Group>
      <AllocationList invoice={invoice} />
    </Stack>
  );
}

function FineButton({ invoice, onChanged }: { invoice: SummaryInvoice; onChanged: () => void }) {
  const mayWrite = useMay('books.write');
  if (!mayWrite) return null;
  const hasFine = invoice.Fines.length > 0;
  const act = async () => {
    if (await (hasFine ? deleteFine(invoice) : applyFine(invoice))) onChanged();
  };
  return (
    <Button
      size="xs"
      variant="default"
      {...(hasFine && { c: 'var(--mantine-color-error)' })}
      onClick={() => void act()}
    >
      {hasFine ? 'Delete Fine' : 'Apply Fine'}
    </Button>
  );
}

/** On a phone the day of payment stands below the status, and the figures go without their currency. */
function Breakdown({ invoice }: { invoice: SummaryInvoice }) {
  const hasRoom = useHasRoom();
  const format = hasRoom ? formatMoney : formatFigure;
  return (
    <Table.ScrollContainer
      minWidth={hasRoom ? 420 : 300}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Charges of ${invoice.invoice_id}`}
    >
      <Table
        aria-label={`Charges of ${invoice.invoice_id}`}
        verticalSpacing={4}
        horizontalSpacing={hasRoom ? 'xs' : 4}
        className={classes.figures ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Charge</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Paid</Table.Th>
            <Table.Th>Status</Table.Th>
            {hasRoom && <Table.Th>Paid date</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chargesOf(invoice).map(({ name, amount, paid, status, paidDate }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{format(amount)}</Table.Td>
              <Table.Td ta="right">{format(paid)}</Table.Td>
              <Table.Td>
                <StatusChip status={status} />
                {!hasRoom && paidDate !== null && (
                  <Text size="xs" c="dimmed">
                    <When at={paidDate} />
                  </Text>
                )}
              </Table.Td>
              {hasRoom && <Table.Td>{paidDate !== null && <When at={paidDate} />}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {invoice.Fines.length === 0 && (
        <Text size="sm" c="dimmed">
          No fine.
        </Text>
      )}
    </Table.ScrollContainer>
  );
}
