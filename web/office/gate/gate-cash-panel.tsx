import IconCash from 'virtual:icons/cash';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { gateCash, type HeldCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { GiveFloatDialog } from './give-float-dialog.tsx';
import { HandoversPanel } from './handovers-panel.tsx';
import { ReceiveCashDialog } from './receive-cash-dialog.tsx';

interface GateCashPanelProps {
  onChanged?: () => void;
  /** True where floats are handed out. */
  offersFloats?: boolean;
}

/** Shows the cash that people hold from closed shifts and floats, and who received it from whom. */
export function GateCashPanel({ onChanged, offersFloats }: GateCashPanelProps) {
  const { data, error, reload } = useLoad('gate cash', (signal) => api(gateCash.now, {}, { signal }));
  const [receiving, setReceiving] = useState<HeldCash>();
  const [isGiving, setIsGiving] = useState(false);
  const mayGive = useMay('books.write') && offersFloats;
  const changed = () => {
    reload();
    onChanged?.();
  };
  if (error !== undefined) return <Failure sentence={t('gate.held.failed')} error={error} retry={reload} />;
  if (data === undefined) return null;
  return (
    <>
      {(mayGive || data.held.length > 0) && (
        <HeldPanel held={data.held} onReceive={setReceiving} {...(mayGive && { onGive: () => setIsGiving(true) })} />
      )}
      {data.handovers.length > 0 && <HandoversPanel handovers={data.handovers} onChanged={changed} />}
      {receiving && (
        <ReceiveCashDialog
          held={receiving}
          isIntoDrawer={data.into_session !== null}
          onClose={() => setReceiving(undefined)}
          onReceived={changed}
        />
      )}
      {isGiving && <GiveFloatDialog onClose={() => setIsGiving(false)} onGiven={changed} />}
    </>
  );
}

interface HeldPanelProps {
  held: readonly HeldCash[];
  onReceive: (held: HeldCash) => void;
  /** Left out if the user may not hand out floats. */
  onGive?: () => void;
}

function HeldPanel({ held, onReceive, onGive }: HeldPanelProps) {
  const own = useSession()?.email;
  const columns = useMemo(heldColumns, []);
  return (
    <Stack gap="xs" mt="lg">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t('gate.held.title')}
        </Title>
        {onGive && (
          <Button variant="default" leftSection={<IconCash size={18} aria-hidden />} onClick={onGive}>
            {t('gate.give.open')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('gate.held.about')}
      </Text>
      {held.length === 0 && <Text size="sm">{t('gate.held.empty')}</Text>}
      {held.length > 0 && (
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
      )}
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
