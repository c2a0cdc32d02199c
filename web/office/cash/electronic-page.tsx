import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconBuildingBank from 'virtual:icons/building-bank';
import IconReceiptRefund from 'virtual:icons/receipt-refund';
import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { type Day, dayNumber, paymentInstant } from '#billing/calendar.ts';
import { NO_CHEQUE } from '#contract/cheques.ts';
import {
  type Confirmation,
  type ElectronicPayment,
  electronic,
  MOST_ELECTRONIC,
  type UnconfirmedMoney,
} from '#contract/electronic.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { confirmUnpaid } from '../payments/fix/use-fix-payment.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { BankDayBar, chooseBankDay } from './bank-day.tsx';
import { ReceivedLink } from './received-link.tsx';

const EVERYBODY = 'everybody';

/** Shows the transfers, cards and online payments that are to be confirmed, or those that were confirmed. */
export function ElectronicPage() {
  const [chosen, chooseState] = useAddressFilter('state');
  const [by, choosePerson] = useAddressFilter('by');
  const state = chosen === 'confirmed' ? 'confirmed' : 'to_confirm';
  const mayWrite = useMay('books.write');
  const selection = useSelection();
  const columns = useMemo(() => columnsFor(state), [state]);
  const load = useLoad(`electronic ${state} ${by}`, (signal) =>
    api(electronic.list, { query: { state, ...(by !== null && { by }) } }, { signal }),
  );
  const reload = () => {
    selection.clear();
    load.reload();
  };
  const actionsOf = useActions(reload);
  const isOpen = state === 'to_confirm';
  return (
    <Screen path="/electronic-payments" note={<About money={load.data?.to_confirm} />}>
      <Stack gap="md">
        <DataTable<ElectronicPayment>
          label={t('cash.electronic.label')}
          columns={columns}
          load={{ ...load, data: load.data?.payments }}
          failure={t('cash.electronic.failed')}
          rowId={({ payment_id }) => payment_id}
          rowName={nameOf}
          rowActions={actionsOf}
          search={t('cash.electronic.search')}
          furtherText={({ amount, payment_id }) => `${amount.toFixed(2)}\n${payment_id}`}
          filters={
            <Filters
              state={state}
              by={by}
              people={load.data?.to_confirm.people ?? []}
              onState={(chosenState) => {
                selection.clear();
                chooseState(chosenState);
              }}
              onPerson={(email) => {
                selection.clear();
                choosePerson(email);
              }}
            />
          }
          selection={mayWrite && isOpen ? selection : undefined}
          bar={() =>
            mayWrite &&
            isOpen && (
              <BankDayBar
                selected={t('cash.electronic.selected', { count: selection.ids.length })}
                ids={selection.ids}
                actions={[
                  {
                    label: t('cash.electronic.confirm'),
                    onClick: () =>
                      void chooseDayAndConfirm(selection.ids.map(Number)).then((isDone) => isDone && reload()),
                  },
                ]}
              />
            )
          }
          empty={
            isOpen
              ? { text: t('cash.electronic.empty'), next: t('cash.electronic.emptyNext') }
              : { text: t('cash.electronic.noneConfirmed') }
          }
          exportName={t('cash.electronic.label')}
        />
        {load.data?.payments.length === MOST_ELECTRONIC && (
          <Text size="sm" c="dimmed">
            {t('cash.electronic.most', { count: MOST_ELECTRONIC })}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}

interface FiltersProps {
  state: Confirmation;
  by: string | null;
  people: UnconfirmedMoney['people'];
  onState: (state: Confirmation | null) => void;
  onPerson: (email: string | null) => void;
}

function Filters({ state, by, people, onState, onPerson }: FiltersProps) {
  return (
    <>
      <ChoiceField
        aria-label={t('cash.electronic.state')}
        data={[
          { value: 'to_confirm', label: t('cash.electronic.stateOpen') },
          { value: 'confirmed', label: t('cash.electronic.stateConfirmed') },
        ]}
        value={state}
        onChange={(value) => onState(value === 'confirmed' ? value : null)}
        w={180}
      />
      <ChoiceField
        aria-label={t('cash.column.person')}
        data={[
          { value: EVERYBODY, label: t('cash.electronic.everybody') },
          ...people.map(({ email, name, count }) => ({ value: email, label: `${name} (${count})` })),
        ]}
        value={by ?? EVERYBODY}
        onChange={(value) => onPerson(value === EVERYBODY ? null : value)}
        w={220}
      />
    </>
  );
}

function About({ money }: { money: UnconfirmedMoney | undefined }) {
  return (
    <>
      {t('cash.electronic.about')}
      {money && <Sum {...money} />}
    </>
  );
}

function Sum({ count, amount }: { count: number; amount: number }) {
  return (
    <Text size="sm">
      {t('cash.electronic.sum')}:{' '}
      <Text span fw={700} style={{ whiteSpace: 'nowrap' }}>
        {formatMoney(amount)}
      </Text>{' '}
      ({t('cash.electronic.count', { count })})
    </Text>
  );
}

function useActions(onChanged: () => void): (payment: ElectronicPayment) => RowAction[] {
  const mayWrite = useMay('books.write');
  const run = (work: () => Promise<boolean>) => () => void work().then((isDone) => isDone && onChanged());
  return (payment) => {
    if (!mayWrite) return [];
    const ids = [payment.payment_id];
    if (payment.confirmed_on !== null) {
      const reopen = () => recordConfirmed({ ids, day: null, key: newKey() });
      return [{ label: t('cash.electronic.reopen'), icon: IconArrowBackUp, onClick: run(reopen) }];
    }
    return [
      { label: t('cash.electronic.confirm'), icon: IconBuildingBank, onClick: run(() => chooseDayAndConfirm(ids)) },
      {
        label: t('payments.fix.notFound.title'),
        icon: IconReceiptRefund,
        onClick: run(() => confirmUnpaid(fixableOf(payment), 'notFound')),
      },
    ];
  };
}

function fixableOf({ payment_id, shop_id, tenancy_id, tenant_name, method, amount, paid_on }: ElectronicPayment) {
  return {
    payment_id,
    shop_id,
    tenancy_id,
    tenant_name,
    ...NO_CHEQUE,
    corrected_amount: amount,
    corrects_payment_id: null,
    payment_date: paymentInstant(paid_on),
    payment_method: method,
  };
}

function chooseDayAndConfirm(ids: readonly number[]): Promise<boolean> {
  const key = newKey();
  const question = {
    title: t('cash.electronic.question', { count: ids.length }),
    label: t('cash.electronic.confirmedOn'),
    action: t('cash.electronic.confirm'),
  };
  return chooseBankDay(question, (day) => recordConfirmed({ ids, day, key }));
}

function recordConfirmed({ ids, day, key }: { ids: readonly number[]; day: Day | null; key: string }) {
  const body = { payment_ids: [...ids], confirmed_on: day };
  return callAndTell({
    call: () => api(electronic.confirm, { body }, { idempotencyKey: key }),
    failed: t('cash.cheques.clearFailed'),
    lost: t('cash.lost'),
  });
}

function nameOf({ payment_id }: ElectronicPayment): string {
  return t('cash.electronic.row', { id: String(payment_id) });
}

function ageOf({ received_on }: ElectronicPayment): number {
  return dayNumber(browserToday()) - dayNumber(received_on);
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function columnsFor(state: Confirmation): readonly Column<ElectronicPayment>[] {
  const end: readonly Column<ElectronicPayment>[] =
    state === 'to_confirm'
      ? [{ key: 'age', title: t('cash.electronic.age'), kind: 'number', value: ageOf }]
      : [
          {
            key: 'confirmed',
            title: t('cash.electronic.confirmedOn'),
            kind: 'day',
            value: ({ confirmed_on }) => confirmed_on,
            ...PHONELESS,
          },
          {
            key: 'confirmedBy',
            title: t('cash.electronic.confirmedBy'),
            value: ({ confirmed_by }) => confirmed_by,
            ...PHONELESS,
          },
        ];
  return [
    {
      key: 'number',
      title: t('cash.column.number'),
      value: ({ payment_id }) => String(payment_id),
      render: (payment) => <Payment payment={payment} />,
    },
    { key: 'method', title: t('cash.column.method'), value: ({ method }) => word('method', method), ...PHONELESS },
    { key: 'shop', title: t('cash.column.shop'), value: ({ shop_id }) => shop_id, ...PHONELESS },
    { key: 'tenant', title: t('cash.column.tenant'), value: ({ tenant_name }) => tenant_name, ...PHONELESS },
    { key: 'received', title: t('cash.cheques.received'), kind: 'day', value: (one) => one.received_on, ...PHONELESS },
    { key: 'person', title: t('cash.column.person'), value: ({ received_by }) => received_by, ...PHONELESS },
    ...end,
    { key: 'amount', title: t('cash.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}

/** Shows the number of a payment as a link to the receipt. On a phone, also shows what the other columns say. */
function Payment({ payment }: { payment: ElectronicPayment }) {
  const { payment_id, method, shop_id, tenant_name, received_on, received_by, confirmed_on } = payment;
  const onPhone = [
    word('method', method),
    shop_id,
    tenant_name,
    formatOfficeDay(received_on),
    received_by,
    confirmed_on && t('cash.electronic.confirmedDay', { day: formatOfficeDay(confirmed_on) }),
  ];
  return (
    <>
      <ReceivedLink payment={payment}>{payment_id}</ReceivedLink>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Unbroken text={onPhone.filter(Boolean).join(' · ')} />
      </Text>
    </>
  );
}
