import IconFileTypePdf from 'virtual:icons/file-type-pdf';
import IconPlus from 'virtual:icons/plus';
import IconReceipt from 'virtual:icons/receipt';
import IconTool from 'virtual:icons/tool';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { dayOf, timeOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { type CashDay, cash, type DaySums, EVERYBODY, type Movement } from '#contract/cash.ts';
import { centsOf, writeFigure } from '#contract/figures.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { saveBlob } from '#web/ui/file/save-blob.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { dayOrNone } from '#web/ui/form/day-range.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api, apiFile } from '../api.ts';
import { GateCashPanel } from '../gate/gate-cash-panel.tsx';
import { methodOf, VoidAmount } from '../payments/payment-table.tsx';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { ChequeCards } from './cheque-cards.tsx';
import { SessionPanel } from './session-panel.tsx';
import { useFixMovement } from './use-fix-movement.ts';

/** Shows the money that a person received on a day. */
export function MyDayPage() {
  const { get } = useAddress();
  const date = dayOrNone(get('date')) ?? browserToday();
  const by = get('by');
  const load = useLoad(`cash day ${date} ${by}`, (signal) => api(cash.day, { query: { date, by } }, { signal }));
  return (
    <Screen
      path="/my-day"
      subtitle={[formatOfficeDay(date), load.data?.person?.name].filter(Boolean).join(', ')}
      actions={<Actions date={date} by={by} />}
    >
      <Stack gap="md">
        <DayChoice date={date} by={by} day={load.data} />
        <AsyncState load={load} failure={t('cash.day.failed')}>
          {(day) => (
            <Stack gap="md">
              {day.date === browserToday() && <SessionPanel day={day} onChanged={load.reload} />}
              <ToReceive day={day} onChanged={load.reload} />
              <SumPanels day={day} />
              {day.person === null && <PeopleTable people={day.people} date={day.date} />}
              <MovementTable day={day} onChanged={load.reload} />
            </Stack>
          )}
        </AsyncState>
      </Stack>
    </Screen>
  );
}

interface Chosen {
  date: CashDay['date'];
  by: string;
}

function Actions({ date, by }: Chosen) {
  const open = async () => {
    try {
      saveBlob(await apiFile(cash.daySheet, { query: { date, by } }), `day-sheet-${date}.pdf`);
    } catch (error) {
      toastFailed(sentenceOf(error, t('cash.day.sheetFailed')));
    }
  };
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconFileTypePdf size={18} aria-hidden />} onClick={() => void open()}>
        {t('cash.day.sheet')}
      </Button>
      <Button component={Link} to={placeOf('/make-payment')} leftSection={<IconPlus size={18} aria-hidden />}>
        {t('payments.list.make')}
      </Button>
    </Group>
  );
}

/** Selects the day and, for users who may see the cash of everybody, the person. */
function DayChoice({ date, by, day }: Chosen & { day: CashDay | undefined }) {
  const { change } = useAddress();
  const seesAll = useMay('shifts.all');
  const own = useSession();
  const people = new Map([
    [own?.email ?? '', own?.name ?? ''],
    [EVERYBODY, t('cash.day.everybody')],
    ...(day?.people ?? []).map(({ email, name }) => [email, name] as const),
  ]);
  return (
    <Group gap="sm" align="flex-end">
      <DayField
        label={t('cash.day.date')}
        value={date}
        latest={browserToday()}
        appliesAtOnce
        onChange={(chosen) => change({ date: chosen === browserToday() ? '' : (chosen ?? '') })}
        w={160}
      />
      {seesAll && (
        <ChoiceField
          label={t('cash.day.person')}
          data={[...people].map(([value, label]) => ({ value, label }))}
          value={by || (own?.email ?? '')}
          onChange={(chosen) => change({ by: chosen === own?.email ? '' : chosen })}
          w={200}
        />
      )}
    </Group>
  );
}

/** Shows the gate cash that the user can receive into the own drawer, and what was received. */
function ToReceive({ day, onChanged }: { day: CashDay; onChanged: () => void }) {
  const own = useSession()?.email;
  const mayReceive = useMay('gate-cash.receive');
  const seesAll = useMay('shifts.all');
  const hasPlace = day.open_session !== null || !(seesAll || day.sessions_on);
  const isOwnToday = day.person?.email === own && day.date === browserToday();
  return mayReceive && hasPlace && isOwnToday ? <GateCashPanel onChanged={onChanged} /> : null;
}

function SumPanels({ day: { sums, cheques, to_confirm: toConfirm, gate_cash } }: { day: CashDay }) {
  return (
    <FigureCards>
      <FigureCard name={t('cash.day.cash')} figure={formatMoney(sums.cash)} about={t('cash.day.cashAbout')} isMain />
      {sums.methods
        .filter(({ method }) => method !== 'Cash')
        .map(({ method, total, count }) => (
          <FigureCard
            key={method}
            name={word('method', method)}
            figure={formatMoney(total)}
            about={t('cash.day.count', { count })}
          />
        ))}
      {sums.changed_from_cash !== 0 && (
        <FigureCard
          name={t('cash.day.changedFromCash')}
          figure={formatMoney(sums.changed_from_cash)}
          about={t('cash.day.changedFromCashAbout')}
        />
      )}
      {sums.saved_fines !== 0 && (
        <FigureCard
          name={t('cash.day.savedFines')}
          figure={formatMoney(sums.saved_fines)}
          about={t('cash.day.savedFinesAbout')}
        />
      )}
      {gate_cash.length > 0 && (
        <FigureCard
          name={t('cash.day.gateCash')}
          figure={formatMoney(toRupees(sumCents(gate_cash.map(({ amount }) => centsOf(amount)))))}
          about={gate_cash.map(({ keeper, amount }) => `${keeper} ${writeFigure(amount)}`).join(', ')}
        />
      )}
      <FigureCard name={t('cash.day.total')} figure={formatMoney(sums.total)} about={describeTotal(sums)} />
      <ChequeCards sums={cheques} />
      <FigureCard
        name={t('cash.electronic.sum')}
        figure={formatMoney(toConfirm.amount)}
        about={t('cash.electronic.count', { count: toConfirm.count })}
        to={placeOf('/electronic-payments')}
      />
    </FigureCards>
  );
}

function describeTotal({ payments, voids, other }: DaySums): string {
  return [
    t('cash.day.payments', { amount: formatMoney(payments) }),
    ...(voids === 0 ? [] : [t('cash.day.voids', { amount: formatMoney(voids) })]),
    ...(other === 0 ? [] : [t('cash.day.other', { amount: formatMoney(other) })]),
  ].join(' · ');
}

function MovementTable({ day, onChanged }: { day: CashDay; onChanged: () => void }) {
  const isOfAll = day.person === null;
  const fix = useFixMovement(day, onChanged);
  const columns = useMemo(() => movementColumns(isOfAll), [isOfAll]);
  const address = placeOf('/view-payments', { received: day.date, by: day.person?.email });
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('cash.day.table')}
        </Title>
        <Anchor component={Link} to={address} size="sm">
          {t('cash.day.toPayments')}
        </Anchor>
      </Group>
      <DataTable<Movement>
        label={t('cash.day.table')}
        columns={columns}
        load={loaded(day.movements)}
        failure={t('cash.day.failed')}
        rowId={rowIdOf}
        rowName={describeMovement}
        rowActions={({ payment_id, kind, is_void }) =>
          payment_id === null
            ? []
            : [
                {
                  label: t('payments.list.receipt'),
                  icon: IconReceipt,
                  to: placeOf('/receipt/:paymentId', { paymentId: payment_id }),
                },
                ...(fix && kind === 'payment' && !is_void
                  ? [{ label: t('payments.receipt.fix'), icon: IconTool, onClick: () => void fix(payment_id) }]
                  : []),
              ]
        }
        search={t('cash.day.search')}
        furtherText={({ payment_id }) => String(payment_id ?? '')}
        exportName={t('cash.day.export')}
        empty={{ text: t('cash.day.empty'), next: t('cash.day.emptyNext') }}
      />
    </Stack>
  );
}

function rowIdOf({ entry_id, kind }: Movement): string {
  return kind === 'void' ? `void ${entry_id}` : String(entry_id);
}

function describeMovement({ kind, payment_id, entry_id, shop_id }: Movement): string {
  return t('cash.row.entry', { kind: word('movement', kind), id: String(payment_id ?? entry_id), shop: shop_id });
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function movementColumns(isOfAll: boolean): readonly Column<Movement>[] {
  const person: Column<Movement> = {
    key: 'person',
    title: t('cash.column.person'),
    value: ({ person: name }) => name,
    ...PHONELESS,
  };
  return [
    { key: 'time', title: t('cash.column.time'), value: ({ at }) => timeOf(at).slice(0, 5), ...PHONELESS },
    {
      key: 'number',
      title: t('cash.column.number'),
      value: ({ payment_id }) => (payment_id === null ? null : String(payment_id)),
      ...PHONELESS,
    },
    { key: 'kind', title: t('cash.column.what'), value: ({ kind }) => word('movement', kind), ...PHONELESS },
    {
      key: 'shop',
      title: t('cash.column.shop'),
      value: ({ shop_id }) => shop_id,
      render: (movement) => <Shop movement={movement} />,
    },
    { key: 'tenant', title: t('cash.column.tenant'), value: ({ tenant_name }) => tenant_name, ...PHONELESS },
    {
      key: 'method',
      title: t('cash.column.method'),
      value: methodOfMovement,
      render: (movement) => <Unbroken text={methodOfMovement(movement)} />,
      ...PHONELESS,
    },
    ...(isOfAll ? [person] : []),
    {
      key: 'amount',
      title: t('cash.column.amount'),
      kind: 'money',
      value: ({ amount, is_void }) => (is_void ? null : amount),
      render: ({ amount, is_void }) => (is_void ? <VoidAmount amount={amount} /> : writeFigure(amount)),
      isSummed: true,
      isKept: true,
    },
    {
      key: 'note',
      title: t('cash.column.note'),
      value: noteOf,
      render: (movement) => <Note movement={movement} />,
      ...PHONELESS,
    },
  ];
}

function methodOfMovement(movement: Movement): string {
  return methodOf({ ...movement, payment_method: movement.method });
}

function noteOf(movement: Movement): string {
  return [...factsOf(movement), movement.note].filter(Boolean).join('. ');
}

function factsOf(movement: Movement): string[] {
  return [datedOf(movement), savedOf(movement), changeOf(movement)].filter(Boolean);
}

function datedOf({ paid_on, at }: Movement): string {
  return paid_on === dayOf(at) ? '' : t('cash.row.dated', { day: formatOfficeDay(paid_on) });
}

function savedOf({ saved_fine }: Movement): string {
  return saved_fine === 0 ? '' : t('cash.row.savedFine', { amount: writeFigure(saved_fine) });
}

function changeOf({ changed_from }: Movement): string {
  return changed_from === null ? '' : t('cash.row.changedFrom', { method: word('method', changed_from) });
}

function Note({ movement }: { movement: Movement }) {
  const facts = factsOf(movement);
  return (
    <>
      {facts.map((fact) => (
        <div key={fact} style={{ whiteSpace: 'nowrap' }}>
          {fact}
        </div>
      ))}
      {movement.note}
    </>
  );
}

function Shop({ movement }: { movement: Movement }) {
  return (
    <>
      {movement.shop_id}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Unbroken
          text={[word('movement', movement.kind), movement.tenant_name, methodOfMovement(movement), noteOf(movement)]
            .filter(Boolean)
            .join(' · ')}
        />
      </Text>
    </>
  );
}

type PersonSums = CashDay['people'][number];

function personColumns(date: string): readonly Column<PersonSums>[] {
  return [
    {
      key: 'person',
      title: t('cash.column.person'),
      value: ({ name }) => name,
      render: ({ name, email }) => (
        <Anchor component={Link} to={placeOf('/my-day', { date, by: email })} size="sm">
          {name}
        </Anchor>
      ),
    },
    {
      key: 'count',
      title: t('cash.column.count'),
      kind: 'number',
      value: ({ sums }) => sums.count,
      isSummed: true,
      ...PHONELESS,
    },
    { key: 'cash', title: t('cash.column.cash'), kind: 'money', value: ({ sums }) => sums.cash, isSummed: true },
    {
      key: 'methods',
      title: t('cash.column.method'),
      value: ({ sums }) =>
        sums.methods.map(({ method, total }) => `${word('method', method)} ${writeFigure(total)}`).join(', '),
      ...PHONELESS,
    },
    { key: 'total', title: t('cash.column.total'), kind: 'money', value: ({ sums }) => sums.total, isSummed: true },
  ];
}

export function PeopleTable({ people, date }: { people: readonly PersonSums[]; date: string }) {
  const columns = useMemo(() => personColumns(date), [date]);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('cash.people.title')}
      </Title>
      <DataTable<PersonSums>
        label={t('cash.people.title')}
        columns={columns}
        load={loaded(people)}
        failure={t('cash.day.failed')}
        rowId={({ email }) => email}
        rowName={({ name }) => name}
        prefix="people-"
        pageSize={10}
        empty={{ text: t('cash.day.empty') }}
      />
    </Stack>
  );
}
