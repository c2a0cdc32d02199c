import IconArchive from 'virtual:icons/archive';
import IconArchiveOff from 'virtual:icons/archive-off';
import IconPencil from 'virtual:icons/pencil';
import { Card, Checkbox, Text, TextInput, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { versionOf } from '#contract/version.ts';
import { type ChargeBasis, chargeBases } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { word, wordChoices } from '#web/i18n/word.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { localName, otherNames } from '../local-name.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import classes from './charge-kinds-page.module.css';

export function ChargeKindsPage() {
  const load = useLoad('charge kinds', (signal) => api(otherCharges.listKinds, {}, { signal }));
  const mayWrite = useMay('books.write');
  const [edited, setEdited] = useState<OtherChargeKind>();
  const done = () => {
    setEdited(undefined);
    load.reload();
  };
  const archive = async (kind: OtherChargeKind) => {
    if (await toggleArchived(kind)) done();
  };
  const actions = mayWrite ? { edit: setEdited, archive: (kind: OtherChargeKind) => void archive(kind) } : undefined;
  return (
    <Screen path="/charge-kinds" subtitle={t('other-charges.kinds.subtitle')}>
      <div className={mayWrite ? classes.columns : undefined}>
        {mayWrite && (
          <ChargeKindForm
            key={edited?.kind_id ?? 'new'}
            edited={edited}
            onSaved={done}
            onCancel={() => setEdited(undefined)}
          />
        )}
        <ChargeKindTable load={load} actions={actions} />
      </div>
    </Screen>
  );
}

/** Returns true when the list must be reloaded. */
function toggleArchived(kind: OtherChargeKind): Promise<boolean> {
  const params = { id: String(kind.kind_id) };
  const body = { is_archived: !kind.is_archived };
  const ifMatch = versionOf(otherCharges.archiveKind, kind);
  return callAndTell({
    call: () => api(otherCharges.archiveKind, { params, body }, { ifMatch }),
    failed: t('other-charges.kinds.archiveFailed'),
  });
}

interface ChargeKindTableProps {
  load: Load<readonly OtherChargeKind[]>;
  actions: { edit: (kind: OtherChargeKind) => void; archive: (kind: OtherChargeKind) => void } | undefined;
}

function ChargeKindTable({ load, actions }: ChargeKindTableProps) {
  const columns = useMemo(kindColumns, []);
  return (
    <DataTable
      label={t('other-charges.kinds.label')}
      columns={columns}
      load={load}
      failure={t('other-charges.kinds.failed')}
      rowId={({ kind_id }) => kind_id}
      rowName={localName}
      rowActions={(kind) =>
        actions
          ? [
              { label: t('other-charges.kinds.edit'), icon: IconPencil, onClick: () => actions.edit(kind) },
              {
                label: t(kind.is_archived ? 'other-charges.kinds.restore' : 'other-charges.kinds.archive'),
                icon: kind.is_archived ? IconArchiveOff : IconArchive,
                onClick: () => actions.archive(kind),
              },
            ]
          : []
      }
      empty={{ text: t('other-charges.kinds.empty'), next: t('other-charges.kinds.emptyNext') }}
    />
  );
}

function kindColumns(): readonly Column<OtherChargeKind>[] {
  const vatOf = ({ is_vatable }: OtherChargeKind) => t('other-charges.vat', { isVatable: String(is_vatable) });
  return [
    {
      key: 'name',
      title: t('other-charges.column.name'),
      value: localName,
      render: (kind) => (
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{localName(kind)}</span>{' '}
          {kind.is_archived && <StatusChip status="Partially Paid" word={t('other-charges.kinds.archived')} />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {otherNames(kind)
              .map(({ text }) => text)
              .join(' · ')}
          </Text>
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {[rateOf(kind), vatOf(kind)].filter(Boolean).join(' · ')}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'basis', title: t('other-charges.column.basis'), value: ({ basis }) => word('basis', basis) },
    { key: 'rate', title: t('other-charges.column.rate'), value: rateOf, isHiddenOnPhone: true },
    { key: 'vat', title: t('other-charges.column.vat'), value: vatOf, isHiddenOnPhone: true },
  ];
}

function rateOf({ basis, rate, unit }: OtherChargeKind): string {
  return basis === 'meter' ? t('other-charges.rate', { amount: formatMoney(rate), unit }) : '';
}

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

function ChargeKindForm({ edited, onSaved, onCancel }: ChargeKindFormProps) {
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
