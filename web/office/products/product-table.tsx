import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Product } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { typeLabel } from './map-product.ts';

const NAME = { display: 'inline-block', minWidth: '8rem', overflowWrap: 'anywhere' } as const;

function productColumns(): Column<Product>[] {
  return [
    {
      key: 'id',
      title: t('products.table.id'),
      kind: 'number',
      value: ({ id }) => id,
      isSearched: true,
      isHiddenOnPhone: true,
    },
    {
      key: 'name',
      title: t('products.table.name'),
      value: ({ name }) => name,
      render: (product) => <NameCell product={product} />,
    },
    translatedName('si', 'name_si'),
    translatedName('ta', 'name_ta'),
    unsearched('type', ({ type }) => typeLabel(type)),
    unsearched('unit', ({ unit }) => unit),
    { key: 'code', title: t('products.table.code'), value: ({ code }) => code, isHiddenOnPhone: true },
    {
      key: 'order',
      title: t('products.table.order'),
      kind: 'number',
      value: (product) => product.list_order,
      isHiddenOnPhone: true,
    },
  ];
}

function translatedName(language: 'si' | 'ta', key: 'name_si' | 'name_ta'): Column<Product> {
  return {
    key,
    title: t(`products.table.${language}`),
    value: (product) => product[key],
    render: (product) => (
      <span lang={language} style={NAME}>
        {product[key]}
      </span>
    ),
    isHiddenOnPhone: true,
  };
}

function unsearched(key: 'type' | 'unit', value: (product: Product) => string): Column<Product> {
  return { key, title: t(`products.table.${key}`), value, isSearched: false, isHiddenOnPhone: true };
}

function NameCell({ product }: { product: Product }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Picture source={product.image} size={34} />
      <div style={NAME}>
        <Anchor component={Link} to={`/product-summary/${product.id}`} fw={600} size="sm">
          {product.name}
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {typeLabel(product.type)} · {product.unit}
        </Text>
      </div>
    </Group>
  );
}

interface ProductTableProps {
  label: string;
  load: Load<readonly Product[]>;
  failure: string;
  filter: (product: Product) => boolean;
  filters: ReactNode;
  rowActions: (product: Product) => readonly RowAction[];
  empty: { text: string; next?: ReactNode };
}

export function ProductTable(props: ProductTableProps) {
  return (
    <DataTable
      {...props}
      columns={productColumns()}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      search={t('products.table.search')}
      furtherText={otherNames}
      exportName={props.label}
    />
  );
}

function otherNames({ aliases }: Product): string {
  return aliases.join('\n');
}
