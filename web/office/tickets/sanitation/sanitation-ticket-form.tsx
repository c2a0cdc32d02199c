import { Select } from '@mantine/core';
import { type SanitationTicket, sanitationPrices, sanitationTickets } from '#contract/tickets.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../../api.ts';

const PRICES = sanitationPrices.map((price) => ({ value: String(price), label: `Rs ${price}` }));

interface IssueFormProps {
  /** The price that stands there at first: `20` or `100`; empty for none. */
  price: '20' | '100' | '';
  onIssued: (ticket: SanitationTicket) => void;
}

/** Issues one ticket after the other; the next one has the first price again. */
export function SanitationTicketForm({ price, onIssued }: IssueFormProps) {
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    // A choice is emptied by null alone.
    initialValues: { price: price || null },
    schema: sanitationTickets.issue.body,
    save: (values) =>
      recordOnce((options) => api(sanitationTickets.issue, { body: { price: values.price ?? '' } }, options)),
    fallback: 'Failed to issue ticket.',
    failureSeconds: 5,
    // A price is chosen again with one press.
    asksBeforeLeaving: false,
    onSaved: ({ ticketId, ticket }) => {
      toastDone(`Ticket issued with ID: ${ticketId}`, 5);
      onIssued(ticket);
      form.clear();
    },
  });
  return (
    <Form form={form} saveLabel="Issue Ticket">
      <Select
        label="Ticket price"
        placeholder="Choose"
        required
        data={PRICES}
        allowDeselect={false}
        maw={240}
        {...form.field('price')}
      />
    </Form>
  );
}
