import IconCash from 'virtual:icons/cash';
import { Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { gateCash, type HeldCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { HandoversPanel } from './handovers-panel.tsx';
import { ReceiveCashDialog } from './receive-cash-dialog.tsx';

/** Shows the counted cash that people hold from closed shifts, and who received it from whom. */
export function GateCashPanel({ onChanged }: { onChanged?: () => void }) {
  const { data, error, reload } = useLoad('gate cash', (signal) => api(gateCash.now, {}, { signal }));
  const [receiving, setReceiving] = useState<HeldCash>();
  const changed = () => {
    reload();
    onChanged?.();
  };
  if (error !== undefined) return <Failure sentence={t('gate.held.failed')} error={error} retry={reload} />;
  if (data === undefined) return null;
  return (
    <>
      {data.held.length > 0 && <HeldPanel held={data.held} onReceive={setReceiving} />}
      {data.handovers.length > 0 && <HandoversPanel handovers={data.handovers} onChanged={changed} />}
      {receiving && (
        <ReceiveCashDialog
          held={receiving}
          isIntoDrawer={data.into_session !== null}
          onClose={() => setReceiving(undefined)}
          onReceived={changed}
        />
      )}
    </>
  );
}

interface HeldPanelProps {
  held: readonly HeldCash[];
  onReceive: (held: HeldCash) => void;
}

function HeldPanel({ held, onReceive }: HeldPanelProps) {
  const own = useSession()?.email;
  const columns = useMemo(heldColumns, []);
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        {t('gate.held.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('gate.held.about')}
      </Text>
      <DataTable<HeldCash>
        label={t('gate.held.title')}
        columns={columns}
        load={loaded(held)}
        failure={t('gate.held.failed')}
        rowId={({ account_id }) => account_id}
        rowName={({ name }) => name}
        rowActions={(one) =>
          one.email === own ? [] : [{ label: t('gate.held.receive'), icon: IconCash, onClick: () => onReceive(one) }]
        }
        prefix="held-"
        pageSize={5}
        empty={{ text: t('gate.held.empty') }}
      />
    </Stack>
  );
}

function heldColumns(): readonly Column<HeldCash>[] {
  return [
    { key: 'person', title: t('gate.column.by'), value: ({ name }) => name },
    { key: 'since', title: t('gate.held.since'), kind: 'instant', value: ({ since }) => since },
    { key: 'amount', title: t('gate.held.amount'), kind: 'money', value: ({ amount }) => amount, isSummed: true },
  ];
}
