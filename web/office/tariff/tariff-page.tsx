import IconX from 'virtual:icons/x';
import cards from 'virtual:office/cards/ticket-tariff';
import { Box, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { Day } from '#billing/calendar.ts';
import { amountOf } from '#contract/amount-text.ts';
import { writeFigure } from '#contract/figures.ts';
import { findNewestTariff, type Tariff, tariff, tariff as tariffCalls, type VehicleType } from '#contract/tariff.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { versionOf } from '#contract/version.ts';
import { type PassTerm, passTerms } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useHiddenColumns } from '#web/ui/table/column-list.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';
import { usePageCards } from '../page-cards.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { findCurrentTariff } from './find-current-tariff.ts';
import { typeText } from './ticket-kind.ts';
import { useVehicleTypes } from './use-vehicle-types.ts';

export function TariffPage() {
  const mayWrite = useMay('tariff.write');
  const cardLinks = usePageCards(cards);
  const load = useLoad('tariff', (signal) => api(tariffCalls.list, {}, { signal }));
  const types = useVehicleTypes().data;
  const otherPrices = useLoad('other prices', (signal) => api(vehicleTickets.otherPrices, {}, { signal }));
  const cancel = async (one: Parameters<typeof cancelFutureTariff>[0]) => {
    if (await cancelFutureTariff(one)) load.reload();
  };
  return (
    <Screen path="/ticket-tariff" subtitle={t('tariff.page.subtitle')}>
      <Stack gap="lg">
        {mayWrite && load.data && types && (
          <TariffForm
            key={findNewestTariff(load.data)?.id ?? 0}
            tariffs={load.data}
            types={types.filter(({ is_offered }) => is_offered)}
            onTried={load.reload}
          />
        )}
        <TariffTable load={load} types={types} {...(mayWrite && { cancel: (one) => void cancel(one) })} />
        <OtherPricesTable load={otherPrices} types={types} />
        <CardLinks links={cardLinks} />
      </Stack>
    </Screen>
  );
}

function cancelFutureTariff({ id, valid_from }: Tariff): Promise<boolean> {
  const day = formatOfficeDay(valid_from);
  return confirmAndCall(
    {
      title: t('tariff.cancel.title', { day }),
      body: t('tariff.cancel.text', { day }),
      action: t('tariff.cancel.action'),
      cancelLabel: t('tariff.cancel.keep'),
      isDangerous: true,
    },
    { call: () => api(tariff.cancel, { params: { id: String(id) } }), failed: t('tariff.cancel.failed') },
  );
}

function otherPriceColumns(types: readonly VehicleType[] | undefined): readonly Column<VehicleTicket>[] {
  return [
    {
      key: 'issued',
      title: t('tickets.column.issued'),
      kind: 'instant',
      value: ({ issued_at }) => issued_at,
      isHiddenOnPhone: true,
    },
    {
      key: 'vehicle',
      title: t('tickets.column.vehicleNumber'),
      value: ({ vehicleNumber, vehicleType }) => `${vehicleNumber}, ${typeText(vehicleType, types)}`,
    },
    { key: 'price', title: t('tariff.column.charged'), kind: 'money', value: ({ ticketPrice }) => ticketPrice },
    { key: 'tariff', title: t('tariff.column.right'), kind: 'money', value: ({ tariff_price }) => tariff_price },
    {
      key: 'id',
      title: t('tickets.column.refId'),
      value: ({ id }) => String(id),
      isHiddenOnPhone: true,
    },
    {
      key: 'device',
      title: t('tickets.column.deviceNumber'),
      value: ({ device_number }) => device_number,
      isHiddenOnPhone: true,
    },
    { key: 'by', title: t('tickets.column.by'), kind: 'person', value: ({ byWhom }) => byWhom, isHiddenOnPhone: true },
  ];
}

interface OtherPricesTableProps {
  load: Load<readonly VehicleTicket[]>;
  types: readonly VehicleType[] | undefined;
}

function OtherPricesTable({ load, types }: OtherPricesTableProps) {
  const columns = useMemo(() => otherPriceColumns(types), [types]);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('tariff.other.label')}
      </Title>
      <Text c="dimmed">{t('tariff.other.text')}</Text>
      <DataTable<VehicleTicket>
        label={t('tariff.other.label')}
        columns={columns}
        load={load}
        failure={t('tariff.other.failed')}
        rowId={({ id }) => id}
        rowName={({ id }) => t('tickets.vehicle.row', { id: String(id) })}
        search={t('tariff.other.search')}
        exportName={t('tariff.other.label')}
        exportColumns={columns}
        empty={{ text: t('tariff.other.empty'), next: t('tariff.other.emptyHint') }}
      />
    </Stack>
  );
}

/** The number of price columns that fit on a phone; the details of a row show the others. */
const FEW = 1;

function tariffColumns(current: number | undefined, types: readonly VehicleType[]): readonly Column<Tariff>[] {
  const stateOf = ({ id, valid_from }: Tariff) =>
    valid_from > browserToday() ? 'scheduled' : id === current ? 'current' : 'replaced';
  const chipOf = (row: Tariff) => <StatusChip status={CHIPS[stateOf(row)]} word={t(`tariff.status.${stateOf(row)}`)} />;
  return [
    {
      key: 'from',
      title: t('tariff.column.from'),
      kind: 'day',
      value: ({ valid_from }) => valid_from,
      render: (row) => (
        <>
          {formatOfficeDay(row.valid_from)}
          <Box hiddenFrom="sm">{chipOf(row)}</Box>
        </>
      ),
    },
    ...types.map(
      (type, at): Column<Tariff> => ({
        key: type.name,
        title: localName(type),
        kind: 'money',
        value: ({ prices }) => prices[type.name] ?? null,
        isHiddenOnPhone: at >= FEW,
      }),
    ),
    { key: 'passes', title: t('tariff.column.passes'), value: passesText(types), isHiddenOnPhone: true },
    { key: 'by', title: t('tariff.column.by'), kind: 'person', value: ({ set_by }) => set_by, isHiddenOnPhone: true },
    {
      key: 'set',
      title: t('tariff.column.set'),
      kind: 'instant',
      value: ({ set_at }) => set_at,
      isHiddenOnPhone: true,
    },
    {
      key: 'status',
      title: t('tariff.column.status'),
      value: (row) => t(`tariff.status.${stateOf(row)}`),
      render: chipOf,
      isHiddenOnPhone: true,
    },
  ];
}

/** Returns a function that writes the prices of passes of a tariff; empty if it has none. */
function passesText(types: readonly VehicleType[]): (tariff: Tariff) => string {
  return ({ passes }) =>
    types
      .flatMap((type) =>
        passTerms.flatMap((term) => {
          const price = passes[type.name]?.[term];
          const pass = t(`tariff.pass.${term}`);
          return price ? [`${t('tariff.pass.field', { type: localName(type), pass })} ${writeFigure(price)}`] : [];
        }),
      )
      .join('; ');
}

const NO_TYPES: readonly VehicleType[] = [];
const CHIPS = { scheduled: 'Newly Arrived', current: 'Paid', replaced: 'Unpaid' } as const;

interface TariffTableProps {
  load: Load<readonly Tariff[]>;
  types: readonly VehicleType[] | undefined;
  cancel?: (tariff: Tariff) => void;
}

function TariffTable({ load, types = NO_TYPES, cancel }: TariffTableProps) {
  const current = findCurrentTariff(load.data)?.id;
  const columns = useMemo(() => {
    const priced = types.filter(
      ({ name, is_offered }) => is_offered || load.data?.some(({ prices }) => name in prices),
    );
    return tariffColumns(current, priced);
  }, [current, types, load.data]);
  const details = useHiddenColumns(columns);
  return (
    <DataTable<Tariff>
      label={t('tariff.table.label')}
      columns={columns}
      load={load}
      failure={t('tariff.table.failed')}
      rowId={({ id }) => id}
      rowName={({ valid_from }) => t('tariff.table.row', { day: formatOfficeDay(valid_from) })}
      rowActions={(row) =>
        cancel && row.valid_from > browserToday()
          ? [{ label: t('tariff.table.cancel'), icon: IconX, isDangerous: true, onClick: () => cancel(row) }]
          : []
      }
      details={details}
      exportName={t('tariff.table.label')}
      exportColumns={columns}
      empty={{ text: t('tariff.table.empty'), next: t('tariff.table.emptyHint') }}
    />
  );
}

/**
 * The name of the form field for a vehicle type's price. It contains the type's id, because a full stop in the type's
 * name would be read as a separator in the field's path.
 */
type PriceField = `${'price' | PassTerm}_${number}`;
type Values = Record<PriceField, number | string> & { valid_from: Day | null };

interface TariffFormProps {
  tariffs: readonly Tariff[];
  /** The vehicle types that are offered. */
  types: readonly VehicleType[];
  onTried: () => void;
}

function TariffForm({ tariffs, types, onTried }: TariffFormProps) {
  const { prices: current = {}, passes = {} } = findCurrentTariff(tariffs) ?? {};
  const ifMatch = versionOf(tariff.set, findNewestTariff(tariffs) ?? {});
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: {
      ...Object.fromEntries(types.map((type) => [fieldOf(type), current[type.name] ?? ''])),
      ...Object.fromEntries(
        passTerms.flatMap((term) => types.map((type) => [fieldOf(type, term), passes[type.name]?.[term] ?? ''])),
      ),
      valid_from: browserToday(),
    } as Values,
    check: (values) => findFaults(values, types),
    ask: async (values) => ((await confirm(questionOf(values, tariffs, types))) ? {} : undefined),
    save: (values) => api(tariff.set, { body: bodyOf(values, types) }, { ifMatch }).finally(onTried),
    fallback: t('tariff.form.failed'),
    onSaved: ({ message }) => toastDone(message, 5),
  });
  return (
    <Card component="section" aria-labelledby="new-prices" withBorder padding="md">
      <Title order={2} size="h4" id="new-prices" mb="sm">
        {t('tariff.form.title')}
      </Title>
      <Form form={form} saveLabel={t('tariff.form.save')} withoutHint>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
          {types.map((type) => (
            <AmountField key={type.name} label={localName(type)} required {...form.field(fieldOf(type))} />
          ))}
          <DayField
            label={t('tariff.form.from')}
            required
            earliest={browserToday()}
            {...form.field('valid_from')}
            value={form.inner.values.valid_from}
          />
        </SimpleGrid>
        {passTerms.map((term) => (
          <Stack key={term} gap="xs" mt="md">
            <Text fw={700} size="sm">
              {t(`tariff.pass.${term}`)}
            </Text>
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
              {types.map((type) => (
                <AmountField
                  key={type.name}
                  label={t('tariff.pass.field', { type: localName(type), pass: t(`tariff.pass.${term}`) })}
                  {...form.field(fieldOf(type, term))}
                />
              ))}
            </SimpleGrid>
          </Stack>
        ))}
        <Text c="dimmed" size="sm" mt="xs">
          {t('tariff.pass.hint')}
        </Text>
      </Form>
    </Card>
  );
}

function fieldOf({ vehicle_type_id }: VehicleType, term: 'price' | PassTerm = 'price'): PriceField {
  return `${term}_${vehicle_type_id}`;
}

function findFaults(values: Values, types: readonly VehicleType[]): Partial<Record<keyof Values, string>> {
  const isWrong = (field: PriceField) => !(amountOf(values[field] ?? '') > 0);
  const isFilled = (field: PriceField) => String(values[field] ?? '').trim() !== '';
  const passFields = passTerms.flatMap((term) => types.map((type) => fieldOf(type, term)));
  const wrong = [...types.map((type) => fieldOf(type)), ...passFields.filter(isFilled)].filter(isWrong);
  return {
    ...Object.fromEntries(wrong.map((field) => [field, t('tariff.form.priceMissing')])),
    ...(values.valid_from === null && { valid_from: t('tariff.form.fromMissing') }),
  };
}

function bodyOf({ valid_from, ...typed }: Values, types: readonly VehicleType[]) {
  const prices = Object.fromEntries(types.map((type) => [type.name, amountOf(typed[fieldOf(type)] ?? '')]));
  const passes = Object.fromEntries(
    types.map((type) => [
      type.name,
      { day: passPrice(typed[fieldOf(type, 'day')]), month: passPrice(typed[fieldOf(type, 'month')]) },
    ]),
  );
  return { prices, passes, ...(valid_from !== null && { valid_from }) };
}

/** Returns null for a pass that is not offered. */
function passPrice(typed: string | number | undefined): number | null {
  return String(typed ?? '').trim() === '' ? null : amountOf(typed ?? '');
}

function questionOf(values: Values, tariffs: readonly Tariff[], types: readonly VehicleType[]) {
  const from = values.valid_from ?? browserToday();
  const day = formatOfficeDay(from);
  const isLater = from > browserToday();
  const isReplaced = isLater && tariffs.some(({ valid_from }) => valid_from === from);
  const nameOf = (type: VehicleType, term: 'price' | PassTerm) =>
    term === 'price'
      ? localName(type)
      : t('tariff.pass.field', { type: localName(type), pass: t(`tariff.pass.${term}`) });
  const prices = (['price', ...passTerms] as const)
    .flatMap((term) => types.map((type) => ({ name: nameOf(type, term), typed: values[fieldOf(type, term)] ?? '' })))
    .filter(({ typed }) => String(typed).trim() !== '')
    .map(({ name, typed }) => `${name} ${formatMoney(amountOf(typed))}`)
    .join(', ');
  const sentences = [
    t(isLater ? 'tariff.confirm.later' : 'tariff.confirm.now', { day, prices }),
    isReplaced ? t('tariff.confirm.replaced', { day }) : '',
    t('tariff.confirm.phones'),
  ];
  return {
    title: t('tariff.confirm.title'),
    body: sentences.filter(Boolean).join(' '),
    action: t('tariff.form.save'),
  };
}
