import { Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OtherChargeKind } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { localName, otherNames } from '../local-name.ts';

interface ChargeKindTableProps {
  load: Load<readonly OtherChargeKind[]>;
  actions: { edit: (kind: OtherChargeKind) => void; archive: (kind: OtherChargeKind) => void } | undefined;
}

export function ChargeKindTable({ load, actions }: ChargeKindTableProps) {
  const columns = useMemo(kindColumns, []);
  return (
    <DataTable
      label={t('other-charges.kinds.label')}
      columns={columns}
      load={load}
      failure={t('other-charges.kinds.failed')}
      rowId={({ kind_id }) => kind_id}
      rowName={localName}
      rowActions={(kind) =>
        actions
          ? [
              { label: t('other-charges.kinds.edit'), icon: IconPencil, onClick: () => actions.edit(kind) },
              {
                label: t(kind.is_archived ? 'other-charges.kinds.restore' : 'other-charges.kinds.archive'),
                icon: kind.is_archived ? IconArchiveOff : IconArchive,
                onClick: () => actions.archive(kind),
              },
            ]
          : []
      }
      empty={{ text: t('other-charges.kinds.empty'), next: t('other-charges.kinds.emptyNext') }}
    />
  );
}

function kindColumns(): readonly Column<OtherChargeKind>[] {
  const vatOf = ({ is_vatable }: OtherChargeKind) => t('other-charges.vat', { isVatable: String(is_vatable) });
  return [
    {
      key: 'name',
      title: t('other-charges.column.name'),
      value: localName,
      render: (kind) => (
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{localName(kind)}</span>{' '}
          {kind.is_archived && <StatusChip status="Partially Paid" word={t('other-charges.kinds.archived')} />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {otherNames(kind)
              .map(({ text }) => text)
              .join(' · ')}
          </Text>
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {[rateOf(kind), vatOf(kind)].filter(Boolean).join(' · ')}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'basis', title: t('other-charges.column.basis'), value: ({ basis }) => word('basis', basis) },
    { key: 'rate', title: t('other-charges.column.rate'), value: rateOf, isHiddenOnPhone: true },
    { key: 'vat', title: t('other-charges.column.vat'), value: vatOf, isHiddenOnPhone: true },
  ];
}

function rateOf({ basis, rate, unit }: OtherChargeKind): string {
  return basis === 'meter' ? t('other-charges.rate', { amount: formatMoney(rate), unit }) : '';
}
