import { type SanitationTicket, sanitationTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../../api.ts';
import { priceChoices } from './price-choices.ts';

interface IssueFormProps {
  price: '20' | '100' | '';
  onIssued: (ticket: SanitationTicket) => void;
}

export function SanitationTicketForm({ price, onIssued }: IssueFormProps) {
  const recordOnce = useRecordOnce();
  const form = useOfficeForm({
    // Only null empties a choice.
    initialValues: { price: price || null },
    schema: sanitationTickets.issue.body,
    save: (values) =>
      recordOnce((options) => api(sanitationTickets.issue, { body: { price: values.price ?? '' } }, options)),
    fallback: t('tickets.form.failed'),
    failureSeconds: 5,
    asksBeforeLeaving: false,
    onSaved: ({ ticketId, ticket }) => {
      toastDone(t('tickets.form.issued', { id: ticketId }), 5);
      onIssued(ticket);
      form.clear();
    },
  });
  return (
    <Form form={form} saveLabel={t('tickets.form.issue')}>
      <ChoiceField
        label={t('tickets.sanitation.ticketPrice')}
        placeholder={t('tickets.sanitation.choose')}
        required
        data={priceChoices()}
        maw={280}
        {...form.field('price')}
      />
    </Form>
  );
}
