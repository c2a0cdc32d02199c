import { Button, Group, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { type BankPart, bank } from '#contract/bank.ts';
import { t } from '#web/i18n/t.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useSelection } from '#web/ui/table/use-selection.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { describePart } from './describe-part.ts';

const keyOf = ({ kind, id }: Pick<BankPart, 'kind' | 'id'>) => `${kind} ${id}`;

/** Money from before the first day of a bank account, which a person ticks if the bank had it by then. */
export function BankEarlierPage() {
  const { id = '' } = useParams();
  const load = useLoad(`bank earlier ${id}`, (signal) => api(bank.earlier, { params: { id } }, { signal }));
  const mayWrite = useMay('books.write');
  const selection = useSelection();
  const record = async () => {
    const parts = (load.data?.parts ?? []).filter((part) => selection.ids.includes(keyOf(part)));
    if (!(await recordParts(id, parts))) return;
    selection.clear();
    load.reload();
  };
  return (
    <Screen
      path="/bank-accounts/:id/earlier"
      {...(load.data && { subtitle: load.data.account.name })}
      note={
        <Text size="sm" c="dimmed" maw="70ch">
          {t('bank.earlier.about')}
        </Text>
      }
    >
      <DataTable<BankPart>
        label={t('shell.page.bank-earlier')}
        columns={columns()}
        load={{ ...load, data: load.data?.parts }}
        failure={t('bank.earlier.failed')}
        rowId={keyOf}
        rowName={describePart}
        selection={mayWrite ? selection : undefined}
        bar={() =>
          selection.ids.length > 0 && (
            <Group gap="sm">
              <Text size="sm">{t('bank.earlier.selected', { count: selection.ids.length })}</Text>
              <Button onClick={() => void record()}>{t('bank.earlier.record')}</Button>
            </Group>
          )
        }
        empty={{ text: t('bank.earlier.none') }}
      />
    </Screen>
  );
}

function recordParts(id: string, parts: readonly BankPart[]): Promise<boolean> {
  const named = parts.flatMap(({ kind, id: partId }) =>
    kind === 'payment' || kind === 'cash' || kind === 'gate_cash' ? [{ kind, id: partId }] : [],
  );
  return callAndTell({
    call: () => api(bank.clearEarlier, { params: { id }, body: { parts: named } }),
    doneSeconds: 4,
    failed: t('bank.earlier.recordFailed'),
  });
}

function columns(): readonly Column<BankPart>[] {
  return [
    { key: 'what', title: t('bank.earlier.what'), value: describePart },
    { key: 'day', title: t('bank.earlier.day'), kind: 'day', value: ({ day }) => day },
    { key: 'amount', title: t('bank.earlier.amount'), kind: 'money', value: ({ amount }) => amount },
  ];
}
