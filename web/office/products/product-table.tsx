import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Language, translationOf } from '#contract/languages.ts';
import type { Product } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { localName, otherLanguages } from '../local-name.ts';
import { typeLabel, unitLabel } from './map-product.ts';

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
      value: localName,
      render: (product) => <NameCell product={product} />,
    },
    ...otherLanguages().map(nameColumn),
    unsearched('type', ({ type }) => typeLabel(type)),
    unsearched('unit', ({ unit }) => unitLabel(unit)),
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

function nameColumn(language: Language): Column<Product> {
  const value = (product: Product) => translationOf(product, language);
  return {
    key: `name_${language}`,
    title: word('language', language),
    value,
    render: (product) => (
      <span lang={language} style={NAME}>
        {value(product)}
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
          {localName(product)}
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {typeLabel(product.type)} · {unitLabel(product.unit)}
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
      rowName={localName}
      search={t('products.table.search')}
      furtherText={aliasesOf}
      exportName={props.label}
    />
  );
}

function aliasesOf({ aliases }: Product): string {
  return aliases.join('\n');
}
