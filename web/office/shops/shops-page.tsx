import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { deleteShop } from './delete-shop.ts';
import { type ListedShop, ShopTable } from './shop-table.tsx';

export function ShopsPage() {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to="/add-shop" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('shops.add.save')}
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
        emptyNext={mayWrite ? add : t('shops.list.emptyNext')}
      />
    </Screen>
  );
}
