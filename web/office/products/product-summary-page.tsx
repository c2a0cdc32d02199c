import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { prices } from '#contract/prices.ts';
import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { Picture } from '#web/ui/form/image-field.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { localName, otherNames } from '../local-name.ts';
import { Screen, titleOf } from '../screen.tsx';
import { typeLabel, unitLabel } from './map-product.ts';
import { PriceHistoryPanel } from './price-history-panel.tsx';

export function ProductSummaryPage() {
  const { productId: id = '' } = useParams();
  const load = useLoad(`product ${id}`, async (signal) => {
    const params = { id };
    const [product, series] = await Promise.all([
      api(products.get, { params }, { signal }),
      api(prices.series, { params }, { signal }),
    ]);
    return { product, series };
  });
  const edit = (
    <Button
      component={Link}
      to={`/edit-product/${id}`}
      variant="default"
      leftSection={<IconPencil size={18} aria-hidden />}
    >
      {t('products.summary.edit')}
    </Button>
  );
  return (
    <Screen
      path="/product-summary/:productId"
      title={load.data ? localName(load.data.product) : titleOf('/product-summary/:productId')}
      actions={load.data && edit}
    >
      <AsyncState load={load} failure={t('products.summary.loadFailed')}>
        {({ product, series }) => (
          <Stack gap="md">
            <Details product={product} />
            <PriceHistoryPanel product={product} series={series} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function Details({ product }: { product: Product }) {
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Picture source={product.image} size={112} alt={localName(product)} />
        <Stack gap={6} style={{ minWidth: 0 }}>
          <Group gap="md">
            {otherNames(product).map(({ lang, text }) => (
              <span key={lang} lang={lang}>
                {text}
              </span>
            ))}
          </Group>
          <Group gap="xs">
            <Badge variant="light" tt="none" radius="sm">
              {typeLabel(product.type)}
            </Badge>
            <Text size="sm" c="dimmed">
              {t('products.summary.facts', {
                id: String(product.id),
                code: product.code,
                unit: unitLabel(product.unit),
              })}
            </Text>
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {product.description || t('products.summary.noDescription')}
          </Text>
          {product.aliases.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('products.summary.aliases', { names: product.aliases.join(', ') })}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
