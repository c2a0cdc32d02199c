import { Text } from '@mantine/core';
import type { ChequeList, ReceivedCheque } from '#contract/cash.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { ReceivedLink } from './received-link.tsx';

const PHONELESS = { isHiddenOnPhone: true } as const;

/** A tenant with this number of returned cheques in a year is marked. */
const OFTEN = 2;

export function chequeColumns(list: ChequeList): readonly Column<ReceivedCheque>[] {
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
    { key: 'person', title: t('cash.cheques.receivedBy'), value: ({ received_by }) => received_by, ...PHONELESS },
    ENDS[list](),
    ...(list === 'cleared' ? [clearedBy()] : []),
    { key: 'amount', title: t('cash.column.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}

const ENDS: Readonly<Record<ChequeList, () => Column<ReceivedCheque>>> = {
  pending: stageColumn,
  in_hand: stageColumn,
  paid_in: stageColumn,
  cleared: () => ({
    key: 'cleared',
    title: t('cash.cheques.clearedOn'),
    kind: 'day',
    value: ({ cleared_on }) => cleared_on,
    ...PHONELESS,
  }),
  returned: () => ({
    key: 'returned',
    title: t('cash.cheques.returnedOn'),
    kind: 'day',
    value: ({ returned_on }) => returned_on,
    ...PHONELESS,
  }),
};

function stageColumn(): Column<ReceivedCheque> {
  return {
    key: 'stage',
    title: t('cash.cheques.stage'),
    value: ({ stage }) => word('chequeStage', stage),
    ...PHONELESS,
  };
}

function clearedBy(): Column<ReceivedCheque> {
  return { key: 'clearedBy', title: t('cash.cheques.clearedBy'), value: ({ cleared_by }) => cleared_by, ...PHONELESS };
}

export function chequeSheetColumns(list: ChequeList): readonly Column<ReceivedCheque>[] {
  return [
    ...chequeColumns(list),
    { key: 'bank', title: t('cash.cheques.bank'), value: ({ cheque_bank }) => cheque_bank },
    { key: 'deposited', title: t('cash.cheques.depositedOn'), kind: 'day', value: ({ deposited_on }) => deposited_on },
  ];
}

/**
 * Shows the cheque number as a link to the receipt, and the bank. On a phone, also shows the values of the columns that
 * a phone omits.
 */
function Cheque({ cheque }: { cheque: ReceivedCheque }) {
  const { cheque_number, cheque_bank, cheque_date, counts_from, cleared_on, returned_on, stage } = cheque;
  const onPhone = [
    cheque.shop_id,
    cheque.tenant_name,
    t('cash.cheques.receivedFrom', { person: cheque.received_by }),
    cheque_date && formatOfficeDay(cheque_date),
    cleared_on && t('cash.cheques.clearedDay', { day: formatOfficeDay(cleared_on) }),
    cheque.cleared_by && t('cash.cheques.clearedFrom', { person: cheque.cleared_by }),
    cleared_on === null && word('chequeStage', stage),
    returned_on && formatOfficeDay(returned_on),
  ];
  return (
    <>
      <ReceivedLink payment={cheque}>{cheque_number ?? t('cash.cheques.noNumber')}</ReceivedLink>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {cheque_bank}
      </Text>
      {counts_from !== undefined && (
        <Text size="xs" c="dimmed">
          {t('payments.list.countsFrom', { day: formatOfficeDay(counts_from) })}
        </Text>
      )}
      {cheque.returned_in_a_year >= OFTEN && (
        <Text size="xs" fw={700} c="var(--mantine-color-error)">
          {t('cash.cheques.returnedOften', { count: cheque.returned_in_a_year })}
        </Text>
      )}
      <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Unbroken text={onPhone.filter(Boolean).join(' · ')} />
      </Text>
    </>
  );
}
