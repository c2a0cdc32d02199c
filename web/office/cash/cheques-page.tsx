import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconBuildingBank from 'virtual:icons/building-bank';
import IconReceiptRefund from 'virtual:icons/receipt-refund';
import { Anchor, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Day, paymentInstant } from '#billing/calendar.ts';
import { cash, MOST_CHEQUES, type ReceivedCheque } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { confirmUnpaid } from '../payments/fix/use-fix-payment.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { BankDayBar, chooseBankDay } from './bank-day.tsx';

/** Shows pending cheques, or the cheques that the bank has paid. */
export function ChequesPage() {
  const [chosen, chooseState] = useAddressFilter('state');
  const state = chosen === 'cleared' ? 'cleared' : 'pending';
  const mayWrite = useMay('books.write');
  const selection = useSelection();
  const columns = useMemo(() => chequeColumns(state), [state]);
  const exported = useMemo(() => sheetColumns(state), [state]);
  const load = useLoad(`cheques ${state}`, (signal) => api(cash.cheques, { query: { state } }, { signal }));
  const reload = () => {
    selection.clear();
    load.reload();
  };
  const actionsOf = useChequeActions(reload);
  return (
    <Screen path="/cheques">
      <Stack gap="md">
        {load.data && (
          <Text size="sm">
            {t('cash.cheques.pendingSum')}:{' '}
            <Text span fw={700} style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(load.data.pending.amount)}
            </Text>{' '}
            ({t('cash.cheques.count', { count: load.data.pending.count })})
          </Text>
        )}
        <DataTable<ReceivedCheque>
          label={t('cash.cheques.label')}
          columns={columns}
          load={chequesIn(load)}
          failure={t('cash.cheques.failed')}
          rowId={({ payment_id }) => payment_id}
          rowName={nameOf}
          rowActions={actionsOf}
          search={t('cash.cheques.search')}
          furtherText={({ amount, payment_id, cheque_bank }) =>
            `${amount.toFixed(2)}\n${payment_id}\n${cheque_bank ?? ''}`
          }
          filters={
            <ChoiceField
              aria-label={t('cash.cheques.state')}
              data={[
                { value: 'pending', label: t('cash.cheques.statePending') },
                { value: 'cleared', label: t('cash.cheques.stateCleared') },
              ]}
              value={state}
              onChange={(value) => {
                selection.clear();
                chooseState(value === 'cleared' ? value : null);
              }}
              w={180}
            />
          }
          selection={mayWrite && state === 'pending' ? selection : undefined}
          bar={() =>
            mayWrite &&
            state === 'pending' && (
              <BankDayBar
                label={t('cash.cheques.clear')}
                selected={t('cash.cheques.selected', { count: selection.ids.length })}
                ids={selection.ids}
                onClick={() => void chooseDayAndClear(selection.ids.map(Number)).then((isDone) => isDone && reload())}
              />
            )
          }
          empty={
            state === 'pending'
              ? { text: t('cash.cheques.empty'), next: t('cash.cheques.emptyNext') }
              : { text: t('cash.cheques.noneCleared') }
          }
          exportName={t('cash.cheques.label')}
          exportColumns={exported}
        />
        {load.data && load.data.cheques.length === MOST_CHEQUES && (
          <Text size="sm" c="dimmed">
            {t('cash.cheques.most', { count: MOST_CHEQUES })}
          </Text>
        )}
      </Stack>
    </Screen>
  );
}

function chequesIn(load: Load<{ cheques: ReceivedCheque[] }>): Load<readonly ReceivedCheque[]> {
  return { ...load, data: load.data?.cheques };
}

function useChequeActions(onChanged: () => void): (cheque: ReceivedCheque) => RowAction[] {
  const mayWrite = useMay('books.write');
  const run = (work: () => Promise<boolean>) => () => void work().then((isDone) => isDone && onChanged());
  return (cheque) => {
    if (!mayWrite) return [];
    const clearing: RowAction =
      cheque.cleared_on === null
        ? {
            label: t('cash.cheques.clear'),
            icon: IconBuildingBank,
            onClick: run(() => chooseDayAndClear([cheque.payment_id])),
          }
        : {
            label: t('cash.cheques.unclear'),
            icon: IconArrowBackUp,
            onClick: run(() => recordCleared({ ids: [cheque.payment_id], day: null, key: newKey() })),
          };
    return [
      clearing,
      {
        label: t('payments.fix.cheque.title'),
        icon: IconReceiptRefund,
        onClick: run(() => confirmUnpaid(fixableOf(cheque), 'cheque')),
      },
    ];
  };
}

function fixableOf({ amount, received_on, ...cheque }: ReceivedCheque) {
  return {
    ...cheque,
    corrected_amount: amount,
    corrects_payment_id: null,
    payment_date: paymentInstant(received_on),
    payment_method: 'Cheque' as const,
  };
}

function chooseDayAndClear(ids: readonly number[]): Promise<boolean> {
  const key = newKey();
  const question = {
    title: t('cash.cheques.clearQuestion', { count: ids.length }),
    label: t('cash.cheques.clearedOn'),
    action: t('cash.cheques.clear'),
  };
  return chooseBankDay(question, (day) => recordCleared({ ids, day, key }));
}

function recordCleared({ ids, day, key }: { ids: readonly number[]; day: Day | null; key: string }): Promise<boolean> {
  const body = { payment_ids: [...ids], cleared_on: day };
  return callAndTell({
    call: () => api(cash.clearCheques, { body }, { idempotencyKey: key }),
    failed: t('cash.cheques.clearFailed'),
    lost: t('cash.lost'),
  });
}

function nameOf({ payment_id, cheque_number }: ReceivedCheque): string {
  return t('cash.cheques.row', { number: cheque_number ?? '', id: String(payment_id) });
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function chequeColumns(state: 'pending' | 'cleared'): readonly Column<ReceivedCheque>[] {
  const cleared: Column<ReceivedCheque> = {
    key: 'cleared',
    title: t('cash.cheques.clearedOn'),
    kind: 'day',
    value: ({ cleared_on }) => cleared_on,
    ...PHONELESS,
  };
  return [
    {
      key: 'number',
      title: t('cash.cheques.number'),
      value: ({ cheque_number }) => cheque_number,
      render: (cheque) => <Cheque cheque={cheque} />,
    },
    { key: 'date', title: t('cash.cheques.date'), kind: 'day', value: ({ cheque_date }) => cheque_date, ...PHONELESS },
    { key: 'shop', title: t('cash.column.shop'), value: ({ shop_id }) => shop_id, ...PHONELESS },
    { key: 'tenant', title: t('cash.column.tenant'), value: ({ tenant_name }) => tenant_name, ...PHONELESS },
    { key: 'received', title: t('cash.cheques.received'), kind: 'day', value: (one) => one.received_on, ...PHONELESS },
    ...(state === 'cleared' ? [cleared] : []),
    { key: 'amount', title: t('cash.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}

function sheetColumns(state: 'pending' | 'cleared'): readonly Column<ReceivedCheque>[] {
  return [
    ...chequeColumns(state),
    { key: 'bank', title: t('cash.cheques.bank'), value: ({ cheque_bank }) => cheque_bank },
    { key: 'person', title: t('cash.column.person'), value: ({ received_by }) => received_by },
  ];
}

/**
 * Shows the cheque number as a link to the receipt, and the bank. On a phone, also shows the values of the columns that
 * a phone omits.
 */
function Cheque({ cheque }: { cheque: ReceivedCheque }) {
  const { payment_id, cheque_number, cheque_bank, cheque_date, cleared_on, shop_id, tenant_name } = cheque;
  const onPhone = [
    shop_id,
    tenant_name,
    cheque_date && formatOfficeDay(cheque_date),
    cleared_on && t('cash.cheques.clearedDay', { day: formatOfficeDay(cleared_on) }),
  ];
  return (
    <>
      <Anchor component={Link} to={`/receipt/${payment_id}`} size="sm">
        {cheque_number ?? t('cash.cheques.noNumber')}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {cheque_bank}
      </Text>
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Unbroken text={onPhone.filter(Boolean).join(' · ')} />
      </Text>
    </>
  );
}
