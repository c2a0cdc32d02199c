import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { products } from '#contract/products.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import type { Import, ImportReport } from './use-import.ts';

/** As many open ones as one person maps in one go; the others follow as these are chosen. */
const MOST_OPEN = 50;

interface UnmatchedItemsProps {
  items: ImportReport['unmatched'];
  mapping: Import['mapping'];
  map: Import['map'];
  check: () => void;
  isBusy: boolean;
}

/** Items that no product answers to, or more than one: the person says which product each means. */
export function UnmatchedItems({ items, mapping, map, check, isBusy }: UnmatchedItemsProps) {
  const load = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const chosen = items.filter(({ item }) => item in mapping).length;
  const shown = items.slice(0, chosen + MOST_OPEN);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Unknown items
      </Title>
      <Text size="sm">
        Say which product each of them is, or leave it out. A word that comes again and again is best added to the other
        names of its product.
      </Text>
      <AsyncState load={load} failure="Failed to load products.">
        {(catalogue) => {
          const choices = catalogue.map(({ id, name, name_si, code }) => ({
            value: String(id),
            label: [name, name_si, code].filter(Boolean).join(' · '),
          }));
          return shown.map(({ item, lines }) => (
            <Select
              key={item}
              label={`${item} (${lines} ${lines === 1 ? 'line' : 'lines'})`}
              placeholder="Leave it out"
              data={choices}
              value={item in mapping ? String(mapping[item]) : null}
              onChange={(id) => map(item, id === null ? null : Number(id))}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `Leave ${item} out` }}
              nothingFoundMessage="No such product"
              maw={480}
            />
          ));
        }}
      </AsyncState>
      {items.length > shown.length && (
        <Text size="sm" c="dimmed">
          {items.length - shown.length} more follow when these are chosen.
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={check} loading={isBusy}>
          Re-check
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {chosen > 0 && `${chosen} of ${items.length} chosen.`}
        </Text>
      </Group>
    </Stack>
  );
}
