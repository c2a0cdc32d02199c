import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { type Product, products, productTypes } from '#contract/products.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../shell/screen.tsx';
import { deleteProduct } from './delete-product.ts';
import { typeLabel } from './map-product.ts';
import { ProductTable } from './product-table.tsx';

const typeChoices = productTypes.map((type) => ({ value: type, label: typeLabel(type) }));

/** The catalogue: find a product by ID or by any of its names, edit it, delete it, look at its prices. */
export function ProductsPage() {
  const load = useLoad('products', (signal) => api(products.list, {}, { signal }));
  const [type, chooseType] = useAddressFilter('type');
  const filter = useCallback((product: Product) => type === '' || product.type === type, [type]);
  const add = (
    <Button component={Link} to="/add-product" leftSection={<IconPlus size={18} aria-hidden />}>
      Add product
    </Button>
  );
  const remove = async (product: Product) => {
    if (await deleteProduct(product)) load.reload();
  };
  return (
    <Screen path="/view-products" actions={add}>
      <ProductTable
        load={load}
        filter={filter}
        remove={(product) => void remove(product)}
        emptyNext={add}
        filters={
          <Select
            aria-label="Type"
            placeholder="All Types"
            data={typeChoices}
            value={type || null}
            onChange={chooseType}
            clearable
            clearButtonProps={{ 'aria-label': 'All Types' }}
            w={170}
          />
        }
      />
    </Screen>
  );
}
