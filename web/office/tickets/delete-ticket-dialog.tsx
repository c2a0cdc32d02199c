import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PrintedTicket } from '#contract/documents/ticket-paper.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';

interface DeleteTicketInput {
  reason: string;
}

export async function deleteTicket(
  ticket: PrintedTicket,
  remove: (input: DeleteTicketInput) => Promise<unknown>,
): Promise<boolean> {
  const input = await openDialog<DeleteTicketInput | undefined>(
    (answer) => <DeleteTicketDialog ticket={ticket} answer={answer} />,
    undefined,
  );
  if (!input) return false;
  try {
    await remove(input);
    toastDone(t('tickets.delete.done'), 3);
    return true;
  } catch (error) {
    toastFailed(sentenceOf(error, t('tickets.delete.failed')), 5);
    return false;
  }
}

interface DeleteTicketDialogProps {
  ticket: PrintedTicket;
  answer: (input: DeleteTicketInput | undefined) => void;
}

function DeleteTicketDialog({ ticket, answer }: DeleteTicketDialogProps) {
  const [text, setText] = useState('');
  const { number, kind, vehicleNumber, rupees, issuedAt, byWhom } = ticket;
  const facts = [number, vehicleNumber, t(`stored.${kind}`), formatTicketPrice(rupees)].filter(Boolean).join(', ');
  const body = (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('tickets.delete.text', { facts, time: formatInstant(issuedAt), issuer: byWhom })}
      </Text>
      <TextInput
        label={t('tickets.delete.reason')}
        description={t('tickets.delete.reasonHint')}
        required
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Stack>
  );
  const reason = text.trim();
  return (
    <ConfirmDialog
      question={{
        ...{ title: t('tickets.delete.title'), body, action: t('tickets.delete.action') },
        ...{ isDangerous: true, isOff: reason === '' },
      }}
      answer={(isYes) => answer(isYes ? { reason } : undefined)}
    />
  );
}
