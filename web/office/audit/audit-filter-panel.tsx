import { Box, Group, Select } from '@mantine/core';
import { audit, specifiedEventTypes } from '#contract/audit.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { SearchBox } from '#web/ui/table/search-box.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import type { AuditFilters as Filters } from './use-audit.ts';

const ALL = 'all';

/** Narrows the log by event type, by days and by shop. */
export function AuditFilterPanel({ filters }: { filters: Filters }) {
  const { type, from, to, shop, fault, choose } = filters;
  const load = useLoad('event types', (signal) => api(audit.eventTypes, {}, { signal }));
  const types = new Set([...(load.data ?? specifiedEventTypes), ...(type === '' ? [] : [type])]);
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Event type"
        data={[{ value: ALL, label: 'All events' }, ...types]}
        value={type || ALL}
        onChange={(chosen) => choose('type', chosen === ALL ? null : chosen)}
        allowDeselect={false}
        searchable
        w={{ base: '100%', xs: 220 }}
      />
      <DayField
        label="From"
        value={from}
        onChange={(day) => choose('from', day)}
        latest={browserToday()}
        clearable
        w={150}
      />
      <DayField
        label="To"
        value={to}
        onChange={(day) => choose('to', day)}
        latest={browserToday()}
        clearable
        w={150}
        error={fault}
      />
      <Box w={{ base: '100%', xs: 200 }}>
        <SearchBox label="Shop ID" value={shop} onSearch={(text) => choose('shop', text)} />
      </Box>
    </Group>
  );
}
