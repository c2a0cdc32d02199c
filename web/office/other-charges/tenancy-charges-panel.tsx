import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { writeNumber } from '#contract/figures.ts';
import { otherCharges, type TenancyCharge } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatMonth } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';
import { askReason } from '../reason.tsx';
import { useMay } from '../session/use-may.ts';
import { ChargeDialog } from './charge-dialog.tsx';

type Charges = Answer<typeof otherCharges.list>;

export function TenancyChargesPanel({ tenancyId }: { tenancyId: number }) {
  const params = { id: String(tenancyId) };
  const load = useLoad(`other charges ${tenancyId}`, (signal) => api(otherCharges.list, { params }, { signal }));
  return (
    <Stack gap="xs">
      <AsyncState load={load} failure={t('other-charges.panel.failed')}>
        {(charges) => <ChargeList charges={charges} tenancyId={tenancyId} onChanged={load.reload} />}
      </AsyncState>
    </Stack>
  );
}

interface ChargeListProps {
  charges: Charges;
  tenancyId: number;
  onChanged: () => void;
}

function ChargeList({ charges, tenancyId, onChanged }: ChargeListProps) {
  const mayWrite = useMay('books.write');
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(chargeColumns, []);
  const rows = useMemo(() => [...charges.waiting, ...charges.recurring], [charges]);
  const { next_month: next } = charges;
  const remove = async (charge: TenancyCharge) => {
    if (await askToRemoveCharge(charge)) onChanged();
  };
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} size="h4">
            {t('other-charges.panel.title')}
          </Title>
          {next !== null && (
            <Text size="sm" c="dimmed">
              {t('other-charges.panel.about', { month: formatMonth(next) })}
            </Text>
          )}
        </div>
        {mayWrite && next !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            {t('other-charges.panel.add')}
          </Button>
        )}
      </Group>
      <DataTable<TenancyCharge>
        label={t('other-charges.panel.title')}
        columns={columns}
        load={loaded(rows)}
        failure={t('other-charges.panel.failed')}
        rowId={({ charge_id }) => charge_id}
        rowName={(charge) => `${localName(charge)} ${formatMonth(charge.month_year)}`}
        rowActions={(charge) =>
          mayWrite
            ? [
                {
                  label: t('other-charges.remove.action'),
                  icon: IconTrash,
                  isDangerous: true,
                  onClick: () => void remove(charge),
                },
              ]
            : []
        }
        pageSize={10}
        prefix="charges-"
        empty={{
          text: t('other-charges.panel.empty'),
          ...(mayWrite && { next: t('other-charges.panel.emptyNext') }),
        }}
      />
      {isAdding && next !== null && (
        <ChargeDialog
          tenancyId={tenancyId}
          nextMonth={next}
          lastReadings={charges.last_readings}
          onClose={() => setIsAdding(false)}
          onDone={() => {
            setIsAdding(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

function chargeColumns(): readonly Column<TenancyCharge>[] {
  return [
    {
      key: 'name',
      title: t('other-charges.column.name'),
      value: localName,
      render: (charge) => (
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{localName(charge)}</span>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[readingOf(charge), charge.note].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    { key: 'month', title: t('other-charges.column.month'), value: monthsOf },
    { key: 'amount', title: t('other-charges.column.amount'), kind: 'money', value: ({ amount }) => amount },
  ];
}

function monthsOf({ basis, month_year, last_month }: TenancyCharge): string {
  const month = formatMonth(month_year);
  if (basis !== 'recurring') return month;
  return t('other-charges.panel.recurring', { month, last: last_month === null ? 'none' : formatMonth(last_month) });
}

function readingOf({ quantity, unit, previous_reading: previous, reading }: TenancyCharge): string {
  if (previous === null || reading === null) return '';
  const from = writeNumber(previous);
  const to = writeNumber(reading);
  return t('other-charges.panel.reading', { quantity: writeNumber(quantity), unit, previous: from, reading: to });
}

function askToRemoveCharge({ charge_id, name, amount }: TenancyCharge): Promise<boolean> {
  const question = {
    title: t('other-charges.remove.title', { name, amount: formatMoney(amount) }),
    sentence: t('other-charges.remove.body'),
    action: t('other-charges.remove.action'),
  };
  return askReason(question, (reason) =>
    callAndTell({
      call: () => api(otherCharges.remove, { params: { id: String(charge_id) }, body: { reason } }),
      doneSeconds: 4,
      failed: t('other-charges.remove.failed'),
    }),
  );
}
