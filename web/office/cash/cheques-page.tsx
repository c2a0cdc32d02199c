import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconBuildingBank from 'virtual:icons/building-bank';
import IconCheck from 'virtual:icons/check';
import IconReceiptRefund from 'virtual:icons/receipt-refund';
import { Stack, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { type Day, paymentInstant } from '#billing/calendar.ts';
import { type ChequeList, cash, chequeLists, MOST_CHEQUES, type ReceivedCheque } from '#contract/cash.ts';
import { type ChequeStage, pendingStages } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { confirmUnpaid } from '../payments/fix/use-fix-payment.tsx';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { BankDayBar, chooseBankDay } from './bank-day.tsx';
import { chequeColumns, chequeSheetColumns } from './cheque-columns.tsx';

/** Shows pending cheques, or the cheques that the bank has paid or returned. */
export function ChequesPage() {
  const [chosen, chooseState] = useAddressFilter('state');
  const state = chequeLists.find((one) => one === chosen) ?? 'pending';
  const [next, chooseNext] = useAddressFilter('next');
  const stage = state === 'pending' ? pendingStages.find((one) => one === next) : undefined;
  const isShown = useCallback((cheque: ReceivedCheque) => stage === undefined || cheque.stage === stage, [stage]);
  const mayMark = useMay('books.write') && isPending(state);
  const selection = useSelection();
  const columns = useMemo(() => chequeColumns(state), [state]);
  const exported = useMemo(() => chequeSheetColumns(state), [state]);
  const load = useLoad(`cheques ${state}`, (signal) => api(cash.cheques, { query: { state } }, { signal }));
  const reload = () => {
    selection.clear();
    load.reload();
  };
  const actionsOf = useChequeActions(reload);
  const onSelected = (work: (ids: readonly number[]) => Promise<boolean>) => () =>
    void work(selection.ids.map(Number)).then((isDone) => isDone && reload());
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
          filter={isShown}
          filters={
            <Filters
              list={state}
              stage={stage}
              onList={(list) => {
                selection.clear();
                chooseState(list === 'pending' ? null : list);
              }}
              onStage={(chosenStage) => {
                selection.clear();
                chooseNext(chosenStage);
              }}
            />
          }
          selection={mayMark ? selection : undefined}
          bar={() =>
            mayMark && (
              <BankDayBar
                actions={[
                  { label: t('cash.cheques.deposit'), onClick: onSelected(chooseDayAndDeposit) },
                  { label: t('cash.cheques.clear'), onClick: onSelected(chooseDayAndClear) },
                ]}
                selected={t('cash.cheques.selected', { count: selection.ids.length })}
                ids={selection.ids}
              />
            )
          }
          empty={emptyOf(state)}
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

interface FiltersProps {
  list: ChequeList;
  stage: ChequeStage | undefined;
  onList: (list: ChequeList) => void;
  onStage: (stage: ChequeStage | null) => void;
}

function Filters({ list, stage, onList, onStage }: FiltersProps) {
  return (
    <>
      <ChoiceField<ChequeList>
        aria-label={t('cash.cheques.state')}
        data={chequeLists.map((one) => ({ value: one, label: t(`cash.cheques.state.${one}`) }))}
        value={list}
        onChange={onList}
        w={180}
      />
      {list === 'pending' && (
        <ChoiceField<ChequeStage | ''>
          aria-label={t('cash.cheques.stage')}
          none={t('cash.cheques.anyStage')}
          data={wordChoices('chequeStage', pendingStages)}
          value={stage ?? ''}
          onChange={(chosen) => onStage(chosen === '' ? null : chosen)}
          w={220}
        />
      )}
    </>
  );
}

function isPending(list: ChequeList): boolean {
  return list !== 'cleared' && list !== 'returned';
}

function emptyOf(list: ChequeList): { text: string; next?: string } {
  const text = t(`cash.cheques.none.${list}`);
  return isPending(list) ? { text, next: t('cash.cheques.emptyNext') } : { text };
}

function chequesIn(load: Load<{ cheques: ReceivedCheque[] }>): Load<readonly ReceivedCheque[]> {
  return { ...load, data: load.data?.cheques };
}

function useChequeActions(onChanged: () => void): (cheque: ReceivedCheque) => RowAction[] {
  const mayWrite = useMay('books.write');
  const run = (work: () => Promise<boolean>) => () => void work().then((isDone) => isDone && onChanged());
  return (cheque) => {
    const ids = [cheque.payment_id];
    if (!mayWrite || cheque.returned_on !== null) return [];
    if (cheque.cleared_on !== null)
      return [
        {
          label: t('cash.cheques.unclear'),
          icon: IconArrowBackUp,
          onClick: run(() => recordCleared({ ids, day: null, key: newKey() })),
        },
        returning(cheque, run),
      ];
    const deposit: RowAction =
      cheque.deposited_on === null
        ? { label: t('cash.cheques.deposit'), icon: IconBuildingBank, onClick: run(() => chooseDayAndDeposit(ids)) }
        : {
            label: t('cash.cheques.undeposit'),
            icon: IconArrowBackUp,
            onClick: run(() => recordDeposited({ ids, day: null, key: newKey() })),
          };
    return [
      deposit,
      { label: t('cash.cheques.clear'), icon: IconCheck, onClick: run(() => chooseDayAndClear(ids)) },
      returning(cheque, run),
    ];
  };
}

function returning(cheque: ReceivedCheque, run: (work: () => Promise<boolean>) => () => void): RowAction {
  return {
    label: t('payments.fix.cheque.title'),
    icon: IconReceiptRefund,
    onClick: run(() => confirmUnpaid(fixableOf(cheque), 'cheque')),
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

function chooseDayAndDeposit(ids: readonly number[]): Promise<boolean> {
  const key = newKey();
  const question = {
    title: t('cash.cheques.depositQuestion', { count: ids.length }),
    label: t('cash.cheques.depositedOn'),
    action: t('cash.cheques.deposit'),
  };
  return chooseBankDay(question, (day) => recordDeposited({ ids, day, key }));
}

interface RecordedDay {
  ids: readonly number[];
  day: Day | null;
  key: string;
}

function recordDeposited({ ids, day, key }: RecordedDay): Promise<boolean> {
  const body = { payment_ids: [...ids], deposited_on: day };
  return callAndTell({
    call: () => api(cash.depositCheques, { body }, { idempotencyKey: key }),
    failed: t('cash.cheques.clearFailed'),
    lost: t('cash.lost'),
  });
}

function recordCleared({ ids, day, key }: RecordedDay): Promise<boolean> {
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
