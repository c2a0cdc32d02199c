import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCheck, IconPrinter } from '@tabler/icons-react';
import type { PrintedTicket } from '#web/documents/printed-ticket.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import { printTicket } from './print/print-ticket.ts';

/**
 * The ticket that was issued last, with the way to its paper. It stays when the message has gone: the paper may be asked
 * for a minute later.
 */
export function LastTicketPanel({ ticket }: { ticket: PrintedTicket }) {
  const { number, vehicleNumber, kind, rupees } = ticket;
  return (
    <Alert color="leaf" icon={<IconCheck aria-hidden />} p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Last ticket: <b>{number}</b>, {[vehicleNumber, kind].filter(Boolean).join(', ')}, Rs. {formatFigure(rupees)}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printTicket(number)}
        >
          Print ticket
        </Button>
      </Group>
    </Alert>
  );
}
