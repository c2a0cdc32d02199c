import { Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { When } from '#web/ui/format/when.tsx';
import { useHasRoom } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { moneyHeading } from '#web/ui/table/table-column.ts';
import { localName } from '../local-name.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';
import { deleteFine, fineInvoice } from './change-ledger.ts';
import { NoteDialog } from './note-dialog.tsx';
import { amountDueOf, chargedOf, chargesOf, type DateFigures, type SummaryInvoice } from './sum-charges.ts';

const MONEY_CELL = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const;

interface InvoiceDetailsPanelProps {
  invoice: SummaryInvoice;
  figures: DateFigures;
  onChanged: () => void;
}

export function InvoiceDetailsPanel({ invoice, figures, onChanged }: InvoiceDetailsPanelProps) {
  const { due_date, rent_due_day: day, fine_rate: rate } = invoice;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t('shop-summary.invoice.due')} <When at={due_date} />. {t('shop-summary.invoice.late', { day, rate })}
        </Text>
        <Group gap="xs">
          <NoteButton invoice={invoice} onChanged={onChanged} />
          <FineButton invoice={invoice} onChanged={onChanged} />
        </Group>
      </Group>
      <ChargeTable invoice={invoice} />
      <Group gap="xl" align="flex-start">
        <FigureList
          title={t('shop-summary.invoice.allocated')}
          about={t('shop-summary.invoice.allocatedText')}
          figures={[
            [t('shop-summary.invoice.charged'), chargedOf(invoice)],
            [t('shop-summary.invoice.paid'), invoice.total_paid],
            [t('shop-summary.invoice.unpaid'), amountDueOf(invoice)],
          ]}
        />
        <FigureList
          title={t('shop-summary.invoice.byDate')}
          about={t('shop-summary.invoice.byDateText')}
          figures={[
            [t('shop-summary.invoice.total'), invoice.total_amount],
            [t('shop-summary.invoice.paid'), figures.paid],
            [t('shop-summary.invoice.remaining'), figures.remaining],
            [t('shop-summary.invoice.extra'), figures.extra],
          ]}
        />
      </Group>
      <AllocationTable invoice={invoice} />
    </Stack>
  );
}

function NoteButton({ invoice, onChanged }: Omit<InvoiceDetailsPanelProps, 'figures'>) {
  const mayWrite = useMay('books.write');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayWrite) return null;
  const close = () => setIsOpen(false);
  const done = () => {
    close();
    onChanged();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t('shop-summary.note.open')}
      </Button>
      {isOpen && <NoteDialog invoice={invoice} onClose={close} onDone={done} />}
    </>
  );
}

function FineButton({ invoice, onChanged }: Omit<InvoiceDetailsPanelProps, 'figures'>) {
  const mayWrite = useMay('books.write');
  if (!mayWrite) return null;
  const hasFine = invoice.Fines.length > 0;
  const change = async () => {
    if (await (hasFine ? deleteFine(invoice) : fineInvoice(invoice))) onChanged();
  };
  return (
    <Button
      size="xs"
      variant="default"
      {...(hasFine && { c: 'var(--mantine-color-error)' })}
      onClick={() => void change()}
    >
      {hasFine ? t('shop-summary.deleteFine.action') : t('shop-summary.applyFine.action')}
    </Button>
  );
}

function ChargeTable({ invoice }: { invoice: SummaryInvoice }) {
  const hasRoom = useHasRoom();
  return (
    <ScrollTable
      label={t('shop-summary.invoice.charges', { id: invoice.invoice_id })}
      minWidth={hasRoom ? 420 : 300}
      horizontalSpacing={hasRoom ? 'xs' : 'var(--space-2)'}
      after={
        invoice.Fines.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('shop-summary.invoice.noFine')}
          </Text>
        )
      }
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('shop-summary.invoice.charge')}</Table.Th>
          <Table.Th ta="right">{moneyHeading(t('shop-summary.invoice.amount'))}</Table.Th>
          <Table.Th ta="right">{moneyHeading(t('shop-summary.invoice.paid'))}</Table.Th>
          <Table.Th>{t('shop-summary.invoice.status')}</Table.Th>
          {hasRoom && <Table.Th>{t('shop-summary.invoice.paidDate')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {chargesOf(invoice).map(({ kind, line, name, amount, paid, status, paidDate }) => (
          <Table.Tr key={`${kind} ${line}`}>
            <Table.Td>{name || word('charge', kind)}</Table.Td>
            <Table.Td {...MONEY_CELL}>{writeFigure(amount)}</Table.Td>
            <Table.Td {...MONEY_CELL}>{writeFigure(paid)}</Table.Td>
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
    </ScrollTable>
  );
}

interface FigureListProps {
  title: string;
  about: string;
  figures: readonly (readonly [name: string, rupees: number])[];
}

function FigureList({ title, about, figures }: FigureListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} style={{ flex: '1 1 15rem', maxWidth: '24rem' }}>
      <Text size="sm" fw={700} id={id}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
      <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
        {figures.map(([name, rupees]) => (
          <Group key={name} justify="space-between" gap="md" wrap="nowrap">
            <Text size="sm" component="dt">
              {name}
            </Text>
            <Text size="sm" component="dd" m={0}>
              {formatMoney(rupees)}
            </Text>
          </Group>
        ))}
      </dl>
    </section>
  );
}

type InvoiceAllocation = SummaryInvoice['Allocations'][number];

function chargeOf({ OtherCharges }: SummaryInvoice, { charge, name }: InvoiceAllocation): string {
  const named = OtherCharges.find((other) => other.name === name);
  return named ? localName(named) : (name ?? word('charge', charge));
}

function AllocationTable({ invoice }: { invoice: SummaryInvoice }) {
  if (invoice.Allocations.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('shop-summary.allocations.empty')}
      </Text>
    );
  // Allocations have no IDs, so their position is the key.
  const numbered = invoice.Allocations.map((allocation, number) => ({ allocation, number }));
  return (
    <ScrollTable label={t('shop-summary.allocations.table', { id: invoice.invoice_id })} minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('shop-summary.allocations.date')}</Table.Th>
          <Table.Th>{t('shop-summary.allocations.from')}</Table.Th>
          <Table.Th>{t('shop-summary.allocations.to')}</Table.Th>
          <Table.Th ta="right">{moneyHeading(t('shop-summary.allocations.amount'))}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbered.map(({ allocation, number }) => (
          <Table.Tr key={number}>
            <Table.Td>
              <When at={allocation.date} />
            </Table.Td>
            <Table.Td>
              <Source allocation={allocation} />
            </Table.Td>
            <Table.Td>{chargeOf(invoice, allocation)}</Table.Td>
            <Table.Td {...MONEY_CELL}>{writeFigure(allocation.amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

function Source({ allocation: { source, payment_id } }: { allocation: InvoiceAllocation }) {
  if (payment_id !== null)
    return (
      <Anchor component={Link} to={placeOf('/receipt/:paymentId', { paymentId: payment_id })} size="sm">
        {t('shop-summary.allocations.payment', { id: String(payment_id) })}
      </Anchor>
    );
  return source === 'balance' ? t('shop-summary.allocations.balance') : t('shop-summary.allocations.credit');
}

interface ScrollTableProps {
  label: string;
  minWidth: number;
  horizontalSpacing?: 'xs' | 'var(--space-2)';
  children: ReactNode;
  after?: ReactNode;
}

function ScrollTable({ label, minWidth, horizontalSpacing = 'xs', children, after }: ScrollTableProps) {
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table
        aria-label={label}
        verticalSpacing="var(--space-2)"
        horizontalSpacing={horizontalSpacing}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Table>
      {after}
    </Table.ScrollContainer>
  );
}
