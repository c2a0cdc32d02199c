import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconPencil from 'virtual:icons/pencil';
import IconPlus from 'virtual:icons/plus';
import IconTrash from 'virtual:icons/trash';
import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { type Language, translationOf } from '#contract/languages.ts';
import { productTypes } from '#contract/product-words.ts';
import { type Product, products } from '#contract/products.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { Picture } from '#web/ui/form/image-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { localName, otherLanguages } from '../local-name.ts';
import type { ListPageProps } from '../page-cards.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { typeLabel, unitLabel } from './map-product.ts';

const DELETED = 'deleted';

export function ProductsPage({ path = '/view-products', head }: ListPageProps) {
  const [view] = useAddressFilter('view');
  const isDeleted = view === DELETED;
  const load = useLoad(`products ${isDeleted}`, (signal) =>
    api(products.list, isDeleted ? { query: { archived: 'true' } } : {}, { signal }),
  );
  const reloadAfter = (act: (product: Product) => Promise<boolean>) => async (product: Product) => {
    if (await act(product)) load.reload();
  };
  return (
    <Screen path={path} actions={head === undefined && <AddButton />}>
      {head}
      <ProductTable
        load={load}
        {...useProductFilters()}
        {...(isDeleted
          ? deletedProducts(reloadAfter(askToRestoreProduct))
          : currentProducts(reloadAfter(askToDeleteProduct)))}
      />
    </Screen>
  );
}

type Act = (product: Product) => Promise<void>;
type ListOfProducts = Pick<ProductTableProps, 'label' | 'failure' | 'rowActions' | 'empty'>;

function currentProducts(remove: Act): ListOfProducts {
  return {
    label: t('products.table.label'),
    failure: t('products.table.failed'),
    rowActions: (product) => [
      { label: t('products.table.edit'), icon: IconPencil, to: placeOf('/edit-product/:id', { id: product.id }) },
      {
        label: t('products.table.delete'),
        icon: IconTrash,
        isDangerous: true,
        onClick: () => void remove(product),
      },
    ],
    empty: { text: t('products.table.empty'), next: <AddButton /> },
  };
}

function deletedProducts(restore: Act): ListOfProducts {
  return {
    label: t('products.deleted.label'),
    failure: t('products.deleted.failed'),
    rowActions: (product) => [
      { label: t('products.restore.action'), icon: IconArrowBackUp, onClick: () => void restore(product) },
    ],
    empty: { text: t('products.deleted.empty'), next: t('products.deleted.emptyNext') },
  };
}

function useProductFilters() {
  const [view, chooseView] = useAddressFilter('view');
  const [type, chooseType] = useAddressFilter('type');
  const filter = useCallback((product: Product) => type === '' || product.type === type, [type]);
  const filters = (
    <>
      <SegmentedControl
        aria-label={t('products.view.label')}
        data={[
          { value: '', label: t('products.view.current') },
          { value: DELETED, label: t('products.view.deleted') },
        ]}
        value={view === DELETED ? DELETED : ''}
        onChange={chooseView}
        style={{ flex: 'none' }}
      />
      <ChoiceField
        aria-label={t('products.form.type')}
        none={t('products.type.all')}
        data={productTypes.map((value) => ({ value, label: typeLabel(value) }))}
        value={productTypes.find((one) => one === type) ?? ''}
        onChange={chooseType}
        w={170}
      />
    </>
  );
  return { filter, filters };
}

function AddButton() {
  return (
    <Button component={Link} to={placeOf('/add-product')} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('products.add.save')}
    </Button>
  );
}

function askToRestoreProduct(product: Product): Promise<boolean> {
  const id = String(product.id);
  const name = localName(product);
  return confirmAndCall(
    {
      title: t('products.restore.title', { name }),
      body: t('products.restore.body', { name, id }),
      action: t('products.restore.action'),
    },
    { call: () => api(products.restore, { params: { id } }), failed: t('products.restore.failed'), failedSeconds: 4 },
  );
}

function askToDeleteProduct(product: Product): Promise<boolean> {
  const id = String(product.id);
  const name = localName(product);
  return confirmAndCall(
    {
      title: t('products.delete.title', { name }),
      body: t('products.delete.body', { name, id }),
      action: t('products.delete.action'),
      isDangerous: true,
    },
    { call: () => api(products.remove, { params: { id } }), failed: t('products.delete.failed'), failedSeconds: 4 },
  );
}

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
        <Anchor
          component={Link}
          to={placeOf('/product-summary/:productId', { productId: product.id })}
          fw={700}
          size="sm"
        >
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

function ProductTable(props: ProductTableProps) {
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
