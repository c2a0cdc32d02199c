import { Card, Checkbox, TextInput, Title } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { tariff, type VehicleType } from '#contract/tariff.ts';
import { type VehicleKind, vehicleKinds } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { api } from '../api.ts';
import { localName } from '../local-name.ts';

type Values = { name: string; name_si: string; name_ta: string; vehicle_kind: VehicleKind; is_offered: boolean };

const NEW: Values = { name: '', name_si: '', name_ta: '', vehicle_kind: 'other', is_offered: true };

interface VehicleTypeFormProps {
  edited: VehicleType | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

export function VehicleTypeForm({ edited, onSaved, onCancel }: VehicleTypeFormProps) {
  const recordOnce = useRecordOnce();
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: edited ? valuesOf(edited) : { ...NEW },
    schema: tariff.changeType.body,
    save: (values, seen) =>
      edited
        ? api(tariff.changeType, { params: { id: String(edited.vehicle_type_id) }, body: values }, seen)
        : recordOnce((options) => api(tariff.addType, { body: values }, options)),
    ...(edited && {
      stored: {
        call: tariff.changeType,
        object: edited,
        valuesOf,
        objectOf: ({ vehicle_type }: Answer<typeof tariff.changeType>) => vehicle_type,
      },
    }),
    fieldOfRefusal: { vehicle_type_exists: 'name' },
    fallback: t('tariff.types.saveFailed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      form.clear();
      onSaved();
    },
  });
  const { is_offered } = form.inner.values;
  return (
    <Card component="section" aria-labelledby="vehicle-type" withBorder padding="md">
      <Title order={2} size="h4" id="vehicle-type" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {edited ? t('tariff.types.editTitle', { name: localName(edited) }) : t('tariff.types.addTitle')}
      </Title>
      <Form
        form={form}
        saveLabel={t(edited ? 'tariff.types.save' : 'tariff.types.add')}
        {...(edited && { onCancel })}
        withoutHint
      >
        <TextInput
          label={t('tariff.types.name')}
          description={t('tariff.types.nameHint')}
          required
          {...form.field('name')}
        />
        <TextInput label={t('tariff.types.nameSi')} lang="si" {...form.field('name_si')} />
        <TextInput label={t('tariff.types.nameTa')} lang="ta" {...form.field('name_ta')} />
        <ChoiceField
          label={t('tariff.types.kind')}
          description={t('tariff.types.kindHint')}
          required
          data={vehicleKinds.map((value) => ({ value, label: t(`tariff.kind.${value}`) }))}
          {...form.field('vehicle_kind')}
        />
        <Checkbox
          label={t('tariff.types.offered')}
          description={t('tariff.types.offeredHint')}
          checked={is_offered}
          onChange={(event) => form.inner.setFieldValue('is_offered', event.currentTarget.checked)}
        />
      </Form>
    </Card>
  );
}

function valuesOf({ name, name_si, name_ta, vehicle_kind, is_offered }: VehicleType): Values {
  return { name, name_si, name_ta, vehicle_kind, is_offered };
}
