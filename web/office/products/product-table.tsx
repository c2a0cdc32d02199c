import { Anchor, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Product } from '#contract/products.ts';
import { Picture } from '#web/ui/form/image-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';
import { typeLabel } from './map-product.ts';

/** Room for a name of one word; the longest break. */
const NAME = { display: 'inline-block', minWidth: '8rem', overflowWrap: 'anywhere' } as const;

const columns: readonly Column<Product>[] = [
  { key: 'id', title: 'ID', kind: 'number', value: ({ id }) => id, isSearched: true, isHiddenOnPhone: true },
  { key: 'name', title: 'Name', value: ({ name }) => name, render: (product) => <NameCell product={product} /> },
  {
    key: 'name_si',
    title: 'Sinhala',
    value: ({ name_si }) => name_si,
    render: ({ name_si }) => (
      <span lang="si" style={NAME}>
        {name_si}
      </span>
    ),
    isHiddenOnPhone: true,
  },
  {
    key: 'name_ta',
    title: 'Tamil',
    value: ({ name_ta }) => name_ta,
    render: ({ name_ta }) => (
      <span lang="ta" style={NAME}>
        {name_ta}
      </span>
    ),
    isHiddenOnPhone: true,
  },
  { key: 'type', title: 'Type', value: ({ type }) => typeLabel(type), isSearched: false, isHiddenOnPhone: true },
  { key: 'unit', title: 'Unit', value: ({ unit }) => unit, isSearched: false, isHiddenOnPhone: true },
  { key: 'code', title: 'Code', value: ({ code }) => code, isHiddenOnPhone: true },
  { key: 'order', title: 'List order', kind: 'number', value: (product) => product.list_order, isHiddenOnPhone: true },
];

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
  load: Load<readonly Product[]>;
  filter: (product: Product) => boolean;
  filters: ReactNode;
  remove: (product: Product) => void;
  /** What to do about an empty catalogue. */
  emptyNext: ReactNode;
}

/** The catalogue as a table, in the order of the morning list unless sorted otherwise. */
export function ProductTable({ load, filter, filters, remove, emptyNext }: ProductTableProps) {
  return (
    <DataTable
      label="Products"
      columns={columns}
      load={load}
      failure="Failed to fetch products."
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      rowActions={(product) => [
        { label: 'Edit', icon: IconPencil, to: `/edit-product/${product.id}` },
        { label: 'Delete', icon: IconTrash, isDangerous: true, onClick: () => remove(product) },
      ]}
      search="Search by ID or name"
      furtherText={otherNames}
      filter={filter}
      filters={filters}
      exportName="Products"
      empty={{ text: 'No products yet.', next: emptyNext }}
    />
  );
}

function otherNames({ aliases }: Product): string {
  return aliases.join('\n');
}
