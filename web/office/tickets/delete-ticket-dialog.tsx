import { Stack, Text, TextInput } from '@mantine/core';
import type { PrintedTicket } from '#contract/documents/ticket-paper.ts';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import { personName } from '#web/ui/format/person.tsx';
import { callAndTell } from '../confirm-and-call.ts';
import { useReason } from '../reason.tsx';
import { ticketKind } from '../tariff/ticket-kind.ts';

interface DeleteTicketInput {
  reason: string;
}

interface DeletedTicket {
  ticket: PrintedTicket;
  types?: readonly VehicleType[] | undefined;
}

export async function deleteTicket(
  deleted: DeletedTicket,
  remove: (input: DeleteTicketInput) => Promise<unknown>,
): Promise<boolean> {
  const input = await openDialog<DeleteTicketInput | undefined>(
    (answer) => <DeleteTicketDialog {...deleted} answer={answer} />,
    undefined,
    async (given) =>
      given === undefined ||
      callAndTell({
        call: () => remove(given),
        done: () => toastDone(t('tickets.delete.done'), 3),
        failed: t('tickets.delete.failed'),
      }),
  );
  return input !== undefined;
}

interface DeleteTicketDialogProps extends DeletedTicket {
  answer: (input: DeleteTicketInput | undefined) => void;
}

function DeleteTicketDialog({ ticket, types, answer }: DeleteTicketDialogProps) {
  const reason = useReason(true);
  const { number, vehicle, rupees, issuedAt, byWhom } = ticket;
  const kind = ticketKind(ticket, types);
  const facts = [number, vehicle?.number, kind, formatTicketPrice(rupees)].filter(Boolean).join(', ');
  const body = (
    <Stack gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('tickets.delete.text', { facts, time: formatInstant(issuedAt), issuer: personName(byWhom) })}
      </Text>
      <TextInput
        label={t('tickets.delete.reason')}
        description={t('tickets.delete.reasonHint')}
        required
        autoComplete="off"
        ref={reason.field}
        onChange={(event) => reason.change(event.currentTarget.value)}
        error={reason.fault}
      />
    </Stack>
  );
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check()) answer({ reason: reason.text });
  };
  return (
    <ConfirmDialog
      question={{
        title: t('tickets.delete.title'),
        body,
        action: t('tickets.delete.action'),
        isDangerous: true,
        isOff: reason.text === '',
      }}
      answer={close}
    />
  );
}
