import { Box, Group } from '@mantine/core';
import { audit, specifiedEventTypes } from '#contract/audit.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { PickedDays } from '#web/ui/form/day-range.tsx';
import { SearchBox } from '#web/ui/table/search-box.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { eventName } from './event-name.ts';
import type { AuditFilters } from './use-audit.ts';

const ALL = 'all';

export function AuditFilterPanel({ filters }: { filters: AuditFilters }) {
  const { type, from, to, shop, fault, change } = filters;
  const load = useLoad('event types', (signal) => api(audit.eventTypes, {}, { signal }));
  const types = new Set([...(load.data ?? specifiedEventTypes), ...(type === '' ? [] : [type])]);
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceField
        label={t('audit.filter.type')}
        data={[
          { value: ALL, label: t('audit.filter.allTypes') },
          ...[...types].map((value) => ({ value, label: eventName(value) })),
        ]}
        value={type || ALL}
        onChange={(chosen) => change({ type: chosen === ALL ? null : chosen })}
        w={{ base: '100%', xs: 220 }}
      />
      <PickedDays from={from} to={to} fault={fault} onChange={(start, end) => change({ from: start, to: end })} />
      <Box w={{ base: '100%', xs: 200 }}>
        <SearchBox label={t('audit.filter.shop')} value={shop} onSearch={(text) => change({ shop: text })} />
      </Box>
    </Group>
  );
}
