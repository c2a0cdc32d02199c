import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { BETWEEN_PARTS } from '#web/ui/choice/find-typed.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { localName, otherNames } from '../../local-name.ts';
import type { ImportReport, Mapping, PriceImport } from './use-price-import.ts';

const MAX_OPEN = 50;

interface UnmatchedItemsProps {
  items: ImportReport['unmatched'];
  mapping: Mapping;
  map: PriceImport['map'];
  accept: (item: string, productId: number) => void;
  check: () => void;
  isBusy: boolean;
}

export function UnmatchedItemsForm({ items, mapping, map, accept, check, isBusy }: UnmatchedItemsProps) {
  const load = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const chosen = items.filter(({ item }) => item in mapping).length;
  const shown = items.slice(0, chosen + MAX_OPEN);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('prices.unknown.title')}
      </Title>
      <Text size="sm">{t('prices.unknown.hint')}</Text>
      <AsyncState load={load} failure={t('prices.unknown.loadFailed')}>
        {(catalogue) => {
          const choices = catalogue.map((product) => ({
            value: String(product.id),
            label: [localName(product), otherNames(product)[0]?.text, product.code].filter(Boolean).join(BETWEEN_PARTS),
          }));
          const names = new Map(catalogue.map((product) => [product.id, localName(product)]));
          return shown.map(({ item, lines, suggestions }) => (
            <Stack key={item} gap="var(--space-2)" maw={480}>
              <SearchedChoice
                label={t('prices.unknown.item', { item, count: lines })}
                placeholder={t('prices.unknown.skip')}
                data={choices}
                value={item in mapping ? String(mapping[item]) : ''}
                onChange={(id) => map(item, id === '' ? null : Number(id))}
                clearable
                clearButtonProps={{ 'aria-label': t('prices.unknown.skipItem', { item }) }}
                nothingFoundMessage={t('prices.unknown.noProduct')}
              />
              {!(item in mapping) && suggestions.length > 0 && (
                <Group gap="xs">
                  {suggestions.map(({ product_id, name }) => (
                    <Button
                      key={product_id}
                      size="compact-sm"
                      variant="light"
                      disabled={isBusy}
                      onClick={() => accept(item, product_id)}
                    >
                      {t('prices.unknown.suggestion', { item, product: names.get(product_id) ?? name })}
                    </Button>
                  ))}
                </Group>
              )}
            </Stack>
          ));
        }}
      </AsyncState>
      {items.length > shown.length && (
        <Text size="sm" c="dimmed">
          {t('prices.unknown.more', { count: items.length - shown.length })}
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={check} loading={isBusy}>
          {t('prices.unknown.check')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {chosen > 0 && t('prices.unknown.chosen', { chosen, count: items.length })}
        </Text>
      </Group>
    </Stack>
  );
}
