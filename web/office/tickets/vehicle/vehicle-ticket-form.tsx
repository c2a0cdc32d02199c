import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { type VehicleTicket, vehicleTickets, vehicleTypes } from '#contract/tickets.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm, WHOLE_FORM } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../../api.ts';

type Values = { vehicleNumber: string; vehicleType: string | null; ticketPrice: number | string };

const EMPTY: Values = { vehicleNumber: '', vehicleType: null, ticketPrice: '' };

/** Vehicle number, type and price; empty again for the next vehicle once the ticket is issued. */
export function VehicleTicketForm({ onIssued }: { onIssued: (ticket: VehicleTicket) => void }) {
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    initialValues: EMPTY,
    schema: vehicleTickets.issue.body,
    check: findEmpty,
    save: (values) => recordOnce((options) => api(vehicleTickets.issue, { body: bodyOf(values) }, options)),
    fallback: 'Failed to issue ticket.',
    failureSeconds: 5,
    onSaved: ({ ticket }) => {
      toastDone(`Ticket issued with ID: ${ticket.id}`, 5);
      onIssued(ticket);
      form.clear();
    },
  });
  return (
    <Form form={form} saveLabel="Issue Ticket">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label="Vehicle Number"
          placeholder="WP CAB-1234"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('vehicleNumber')}
        />
        <Select
          label="Vehicle Type"
          placeholder="Choose"
          required
          data={[...vehicleTypes]}
          allowDeselect={false}
          {...form.field('vehicleType')}
        />
        <AmountField label="Ticket Price, Rs." required {...form.field('ticketPrice')} />
      </SimpleGrid>
    </Form>
  );
}

/** The specification's sentence for the form as a whole, and a mark at each field that it is about. */
function findEmpty(values: Values): Partial<Record<keyof Values | typeof WHOLE_FORM, string>> {
  const missing = Object.entries(values).filter(([, value]) => String(value ?? '').trim() === '');
  if (missing.length === 0) return {};
  const marks = Object.fromEntries(missing.map(([name]) => [name, 'Please fill this in.']));
  return { ...marks, [WHOLE_FORM]: 'Please fill in all fields.' };
}

/** The values as checked. */
function bodyOf({ vehicleNumber, vehicleType, ticketPrice }: Values) {
  return {
    vehicleNumber,
    vehicleType: vehicleTypes.find((type) => type === vehicleType) ?? 'Lorry',
    ticketPrice: Number(ticketPrice),
  };
}
