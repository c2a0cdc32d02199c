import IconCheck from 'virtual:icons/check';
import IconPrinter from 'virtual:icons/printer';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { PrintedTicket } from '#contract/documents/ticket-paper.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import { ticketKind } from '../tariff/ticket-kind.ts';
import { printTicket } from './print/print-ticket.ts';

interface LastTicketPanelProps {
  ticket: PrintedTicket;
  types?: readonly VehicleType[] | undefined;
}

/** The last issued ticket. Unlike the toast, it remains on the screen. */
export function LastTicketPanel({ ticket, types }: LastTicketPanelProps) {
  const { number, vehicle, rupees } = ticket;
  const facts = [vehicle?.number, ticketKind(ticket, types), formatTicketPrice(rupees)].filter(Boolean).join(', ');
  return (
    <Alert color="leaf" icon={<IconCheck aria-hidden />} p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('tickets.last.text', { number, facts })}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printTicket(number)}
        >
          {t('tickets.last.print')}
        </Button>
      </Group>
    </Alert>
  );
}
