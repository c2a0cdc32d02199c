import { SimpleGrid, TextInput } from '@mantine/core';
import { amountOf } from '#contract/amount-text.ts';
import { tariff, type VehicleType } from '#contract/tariff.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { WHOLE_FORM } from '#web/ui/form/use-plain-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { localName } from '../../local-name.ts';
import { findCurrentTariff } from '../../tariff/find-current-tariff.ts';

type Values = { vehicleNumber: string; vehicleType: string | null; ticketPrice: number | string };

const EMPTY: Values = { vehicleNumber: '', vehicleType: null, ticketPrice: '' };

interface VehicleTicketFormProps {
  types: readonly VehicleType[];
  onIssued: (ticket: VehicleTicket) => void;
}

export function VehicleTicketForm({ types, onIssued }: VehicleTicketFormProps) {
  const recordOnce = useRecordOnce();
  const { data: tariffs } = useLoad('tariff', (signal) => api(tariff.list, {}, { signal }));
  const form = useOfficeForm({
    initialValues: EMPTY,
    schema: vehicleTickets.issue.body,
    check: findEmpty,
    save: (values) => recordOnce((options) => api(vehicleTickets.issue, { body: bodyOf(values) }, options)),
    fallback: t('tickets.form.failed'),
    failureSeconds: 5,
    onSaved: ({ ticket }) => {
      toastDone(t('tickets.form.issued', { id: String(ticket.id) }), 5);
      onIssued(ticket);
      form.clear();
    },
  });
  const prices = findCurrentTariff(tariffs)?.prices;
  const { vehicleType, ticketPrice } = form.inner.values;
  const price = vehicleType === null ? undefined : prices?.[vehicleType];
  const type = form.field('vehicleType');
  const choose = (chosen: string | null) => {
    type.onChange(chosen);
    const known = chosen === null ? undefined : prices?.[chosen];
    if (known !== undefined) form.inner.setFieldValue('ticketPrice', known);
  };
  return (
    <Form form={form} saveLabel={t('tickets.form.issue')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextInput
          label={t('tickets.vehicle.numberField')}
          placeholder={t('tickets.vehicle.numberExample')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('vehicleNumber')}
        />
        <ChoiceField
          label={t('tickets.vehicle.typeField')}
          placeholder={t('tickets.vehicle.choose')}
          required
          data={types.filter(({ is_offered }) => is_offered).map(choiceOf)}
          {...type}
          onChange={choose}
        />
        <AmountField
          label={t('tickets.vehicle.priceField')}
          required
          {...(price !== undefined && { description: noteOn(price, ticketPrice) })}
          {...form.field('ticketPrice')}
        />
      </SimpleGrid>
    </Form>
  );
}

function noteOn(price: number, given: number | string): string {
  const isOther = given !== '' && amountOf(given) !== price;
  return t(isOther ? 'tickets.vehicle.otherPrice' : 'tickets.vehicle.tariffPrice', { price: formatMoney(price) });
}

function choiceOf(type: VehicleType) {
  return { value: type.name, label: localName(type) };
}

/**
 * Returns the errors of empty fields. The specification has a message for the form in addition to those for the fields.
 */
function findEmpty(values: Values): Partial<Record<keyof Values | typeof WHOLE_FORM, string>> {
  const missing = Object.entries(values).filter(([, value]) => String(value ?? '').trim() === '');
  if (missing.length === 0) return {};
  const marks = Object.fromEntries(missing.map(([name]) => [name, t('tickets.vehicle.missing')]));
  return { ...marks, [WHOLE_FORM]: t('tickets.vehicle.allMissing') };
}

function bodyOf({ vehicleNumber, vehicleType, ticketPrice }: Values) {
  return {
    vehicleNumber,
    vehicleType: vehicleType ?? '',
    ticketPrice: amountOf(ticketPrice),
  };
}
