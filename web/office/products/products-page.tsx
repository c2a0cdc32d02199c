import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { type Product, products } from '#contract/products.ts';
import { productTypes } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { askToDeleteProduct } from './delete-product.ts';
import { typeLabel } from './map-product.ts';
import { ProductTable } from './product-table.tsx';
import { askToRestoreProduct } from './restore-product.ts';

const DELETED = 'deleted';

export function ProductsPage() {
  const [view, chooseView] = useAddressFilter('view');
  return (
    <Screen path="/view-products" actions={<AddButton />}>
      <SegmentedControl
        aria-label={t('products.view.label')}
        data={[
          { value: '', label: t('products.view.current') },
          { value: DELETED, label: t('products.view.deleted') },
        ]}
        value={view === DELETED ? DELETED : ''}
        onChange={chooseView}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === DELETED ? <DeletedProducts /> : <CurrentProducts />}
    </Screen>
  );
}

function CurrentProducts() {
  const load = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const remove = async (product: Product) => {
    if (await askToDeleteProduct(product)) load.reload();
  };
  return (
    <ProductTable
      label={t('products.table.label')}
      load={load}
      failure={t('products.table.failed')}
      {...useTypeFilter()}
      rowActions={(product) => [
        { label: t('products.table.edit'), icon: IconPencil, to: `/edit-product/${product.id}` },
        {
          label: t('products.table.delete'),
          icon: IconTrash,
          isDangerous: true,
          onClick: () => void remove(product),
        },
      ]}
      empty={{ text: t('products.table.empty'), next: <AddButton /> }}
    />
  );
}

function DeletedProducts() {
  const load = useLoad('deleted products', (signal) => api(products.list, { query: { archived: 'true' } }, { signal }));
  const restore = async (product: Product) => {
    if (await askToRestoreProduct(product)) load.reload();
  };
  return (
    <ProductTable
      label={t('products.deleted.label')}
      load={load}
      failure={t('products.deleted.failed')}
      {...useTypeFilter()}
      rowActions={(product) => [
        { label: t('products.restore.action'), icon: IconArrowBackUp, onClick: () => void restore(product) },
      ]}
      empty={{ text: t('products.deleted.empty'), next: t('products.deleted.emptyNext') }}
    />
  );
}

function useTypeFilter() {
  const [type, chooseType] = useAddressFilter('type');
  const filter = useCallback((product: Product) => type === '' || product.type === type, [type]);
  const filters = (
    <ChoiceField
      aria-label={t('products.form.type')}
      none={t('products.type.all')}
      data={productTypes.map((value) => ({ value, label: typeLabel(value) }))}
      value={productTypes.find((one) => one === type) ?? ''}
      onChange={chooseType}
      w={170}
    />
  );
  return { filter, filters };
}

function AddButton() {
  return (
    <Button component={Link} to="/add-product" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('products.add.save')}
    </Button>
  );
}
