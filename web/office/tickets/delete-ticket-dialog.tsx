import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PrintedTicket } from '#web/documents/printed-ticket.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatFigure } from '#web/ui/format/money.ts';
import type { Voiding } from './delete-ticket.tsx';

interface DeleteTicketDialogProps {
  ticket: PrintedTicket;
  /** Called without anything when the ticket is to stay. */
  answer: (voiding: Voiding | undefined) => void;
}

/** The specification's question, with the ticket it is about and a field for the reason. */
export function DeleteTicketDialog({ ticket, answer }: DeleteTicketDialogProps) {
  const [reason, setReason] = useState('');
  const { number, kind, vehicleNumber, rupees, issuedAt, byWhom } = ticket;
  const facts = [number, vehicleNumber, kind, `Rs. ${formatFigure(rupees)}`].filter(Boolean).join(', ');
  const body = (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {facts}, issued {formatInstant(issuedAt)} by {byWhom}. It leaves the lists and the income, and its number is not
        used again.
      </Text>
      <TextInput
        label="Reason"
        description="Kept with the ticket; may be left out"
        maxLength={200}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Stack>
  );
  const given = reason.trim();
  return (
    <ConfirmDialog
      question={{ title: 'Are you sure you want to delete this ticket?', body, action: 'Delete', isDangerous: true }}
      answer={(isYes) => answer(isYes ? { ...(given !== '' && { reason: given }) } : undefined)}
    />
  );
}
