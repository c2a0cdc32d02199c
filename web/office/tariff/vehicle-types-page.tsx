import IconArrowDown from 'virtual:icons/arrow-down';
import IconArrowUp from 'virtual:icons/arrow-up';
import IconPencil from 'virtual:icons/pencil';
import IconTrash from 'virtual:icons/trash';
import { Card, Checkbox, Text, TextInput, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { tariff, type VehicleType } from '#contract/tariff.ts';
import { versionOf } from '#contract/version.ts';
import { type VehicleKind, vehicleKinds } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { Screen } from '#web/office/screen.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { localName, otherNames } from '../local-name.ts';
import { useMay } from '../session/use-may.ts';
import { useVehicleTypes } from './use-vehicle-types.ts';
import classes from './vehicle-types-page.module.css';

export function VehicleTypesPage() {
  const load = useVehicleTypes();
  const mayWrite = useMay('tariff.write');
  const [edited, setEdited] = useState<VehicleType>();
  const done = () => {
    setEdited(undefined);
    load.reload();
  };
  const actions = {
    edit: setEdited,
    move: async (type: VehicleType, steps: -1 | 1) => {
      await moveVehicleType(load.data ?? [], type, steps);
      load.reload();
    },
    remove: async (type: VehicleType) => {
      if (await deleteVehicleType(type)) done();
    },
  };
  return (
    <Screen path="/vehicle-types" subtitle={t('tariff.types.subtitle')}>
      <div className={mayWrite ? classes.columns : undefined}>
        {mayWrite && (
          <VehicleTypeForm
            key={edited?.vehicle_type_id ?? 'new'}
            edited={edited}
            onSaved={done}
            onCancel={() => setEdited(undefined)}
          />
        )}
        <VehicleTypeTable load={load} actions={mayWrite ? actions : undefined} />
      </div>
    </Screen>
  );
}

async function moveVehicleType(
  types: readonly VehicleType[],
  { vehicle_type_id }: VehicleType,
  steps: -1 | 1,
): Promise<void> {
  const before = types.map((type) => type.vehicle_type_id);
  const others = before.filter((id) => id !== vehicle_type_id);
  const ids = others.toSpliced(before.indexOf(vehicle_type_id) + steps, 0, vehicle_type_id);
  const ifMatch = versionOf(tariff.setTypeOrder, { vehicle_type_ids: before });
  await callAndTell({
    call: () => api(tariff.setTypeOrder, { body: { vehicle_type_ids: ids } }, { ifMatch }),
    done: () => undefined,
    failed: t('tariff.types.moveFailed'),
  });
}

function deleteVehicleType(type: VehicleType): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('tariff.types.removeTitle', { name: localName(type) }),
      body: t('tariff.types.removeText'),
      action: t('tariff.types.removeAction'),
      isDangerous: true,
    },
    {
      call: () => api(tariff.removeType, { params: { id: String(type.vehicle_type_id) } }),
      failed: t('tariff.types.removeFailed'),
    },
  );
}

interface VehicleTypeTableProps {
  load: Load<readonly VehicleType[]>;
  actions:
    | {
        edit: (type: VehicleType) => void;
        move: (type: VehicleType, steps: -1 | 1) => Promise<void>;
        remove: (type: VehicleType) => Promise<void>;
      }
    | undefined;
}

function VehicleTypeTable({ load, actions }: VehicleTypeTableProps) {
  const columns = useMemo(typeColumns, []);
  const rowActions = (type: VehicleType) => {
    if (!actions) return [];
    const move = (steps: -1 | 1) => () => void actions.move(type, steps);
    return [
      { label: t('tariff.types.edit'), icon: IconPencil, onClick: () => actions.edit(type) },
      ...(type === load.data?.[0] ? [] : [{ label: t('tariff.types.up'), icon: IconArrowUp, onClick: move(-1) }]),
      ...(type === load.data?.at(-1) ? [] : [{ label: t('tariff.types.down'), icon: IconArrowDown, onClick: move(1) }]),
      {
        label: t('tariff.types.remove'),
        icon: IconTrash,
        isDangerous: true,
        onClick: () => void actions.remove(type),
      },
    ];
  };
  return (
    <DataTable<VehicleType>
      label={t('tariff.types.label')}
      columns={columns}
      load={load}
      failure={t('tariff.types.failed')}
      rowId={({ vehicle_type_id }) => vehicle_type_id}
      rowName={localName}
      rowActions={rowActions}
      empty={{ text: t('tariff.types.empty'), next: t('tariff.types.emptyHint') }}
    />
  );
}

function typeColumns(): readonly Column<VehicleType>[] {
  return [
    {
      key: 'name',
      title: t('tariff.types.column'),
      value: localName,
      render: (type) => (
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{localName(type)}</span>{' '}
          {!type.is_offered && <StatusChip status="Partially Paid" word={t('tariff.types.notOffered')} />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {otherNames(type)
              .map(({ text }) => text)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'kind',
      title: t('tariff.types.kind'),
      value: ({ vehicle_kind }) => t(`tariff.kind.${vehicle_kind}`),
      isHiddenOnPhone: true,
    },
  ];
}

type Values = { name: string; name_si: string; name_ta: string; vehicle_kind: VehicleKind; is_offered: boolean };

const NEW: Values = { name: '', name_si: '', name_ta: '', vehicle_kind: 'other', is_offered: true };

interface VehicleTypeFormProps {
  edited: VehicleType | undefined;
  onSaved: () => void;
  onCancel: () => void;
}

function VehicleTypeForm({ edited, onSaved, onCancel }: VehicleTypeFormProps) {
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
