import { Card, Checkbox, TextInput, Title } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { type ChargeBasis, chargeBases } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';

type Values = {
  name: string;
  name_si: string;
  name_ta: string;
  basis: ChargeBasis;
  is_vatable: boolean;
  unit: string;
  rate: number | string;
};

interface ChargeKindFormProps {
  edited: OtherChargeKind | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

export function ChargeKindForm({ edited, onSaved, onCancel }: ChargeKindFormProps) {
  const recordOnce = useRecordOnce();
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: edited ? { ...valuesOf(edited) } : { ...NEW },
    schema: otherCharges.addKind.body,
    toBody: bodyOf,
    save: (values, seen) =>
      edited
        ? api(otherCharges.changeKind, { params: { id: String(edited.kind_id) }, body: bodyOf(values) }, seen)
        : recordOnce((options) => api(otherCharges.addKind, { body: bodyOf(values) }, options)),
    ...(edited && {
      stored: {
        call: otherCharges.changeKind,
        object: edited,
        valuesOf,
        objectOf: ({ kind }: Answer<typeof otherCharges.changeKind>) => kind,
      },
    }),
    fieldOfRefusal: { charge_kind_exists: 'name' },
    fallback: t('other-charges.kind.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      form.clear();
      onSaved();
    },
  });
  const { basis, is_vatable } = form.inner.values;
  return (
    <Card component="section" aria-labelledby="charge-kind" withBorder padding="md">
      <Title order={2} size="h4" id="charge-kind" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {edited ? t('other-charges.kind.editTitle', { name: localName(edited) }) : t('other-charges.kind.addTitle')}
      </Title>
      <Form
        form={form}
        saveLabel={t(edited ? 'other-charges.kind.save' : 'other-charges.kind.add')}
        {...(edited && { onCancel })}
        withoutHint
      >
        <TextInput label={t('other-charges.kind.name')} required {...form.field('name')} />
        <TextInput label={t('other-charges.kind.nameSi')} lang="si" {...form.field('name_si')} />
        <TextInput label={t('other-charges.kind.nameTa')} lang="ta" {...form.field('name_ta')} />
        <ChoiceField
          label={t('other-charges.kind.basis')}
          required
          disabled={edited !== undefined}
          data={wordChoices('basis', chargeBases)}
          {...form.field('basis')}
        />
        {basis === 'meter' && (
          <>
            <TextInput
              label={t('other-charges.kind.unit')}
              description={t('other-charges.kind.unitHint')}
              required
              {...form.field('unit')}
            />
            <AmountField label={t('other-charges.kind.rate')} required {...form.field('rate')} />
          </>
        )}
        <Checkbox
          label={t('other-charges.kind.vat')}
          checked={is_vatable}
          onChange={(event) => form.inner.setFieldValue('is_vatable', event.currentTarget.checked)}
        />
      </Form>
    </Card>
  );
}

const NEW: Values = { name: '', name_si: '', name_ta: '', basis: 'meter', is_vatable: true, unit: '', rate: '' };

function valuesOf({ name, name_si, name_ta, basis, is_vatable, unit, rate }: OtherChargeKind): Values {
  return { name, name_si, name_ta, basis, is_vatable, unit, rate };
}

function bodyOf({ unit, rate, ...values }: Values) {
  return values.basis === 'meter' ? { ...values, unit, ...(rate !== '' && { rate }) } : values;
}
