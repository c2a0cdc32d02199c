import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { shops } from '#contract/shops.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { deleteShop } from './delete-shop.ts';
import { type ListedShop, ShopTable } from './shop-table.tsx';

/** Every shop: find one by its id, name, location or tenant, look at its books, edit it, delete it. */
export function ShopsPage() {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to="/add-shop" leftSection={<IconPlus size={18} aria-hidden />}>
      Add shop
    </Button>
  );
  const remove = async (shop: ListedShop) => {
    if (await deleteShop(shop)) load.reload();
  };
  return (
    <Screen path="/view-shops" actions={mayWrite && add}>
      <ShopTable
        load={load}
        remove={(shop) => void remove(shop)}
        mayWrite={mayWrite}
        emptyNext={mayWrite ? add : 'Shops appear here when they are added.'}
      />
    </Screen>
  );
}
