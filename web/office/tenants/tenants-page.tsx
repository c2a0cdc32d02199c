import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { TenantTable } from './tenant-table.tsx';

export function TenantsPage() {
  const [former, chooseFormer] = useAddressFilter('former');
  const isFormer = former === 'true';
  const load = useLoad(`tenants ${isFormer}`, (signal) =>
    api(tenants.list, { query: isFormer ? { former: 'true' } : {} }, { signal }),
  );
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to="/add-tenant" leftSection={<IconUserPlus size={18} aria-hidden />}>
      {t('tenants.add.save')}
    </Button>
  );
  return (
    <Screen path="/view-tenants" actions={mayWrite && add}>
      <TenantTable
        load={load}
        mayWrite={mayWrite}
        emptyNext={mayWrite ? add : t('tenants.list.emptyNext')}
        isFormer={isFormer}
        chooseFormer={(isChosen) => chooseFormer(isChosen ? 'true' : null)}
      />
    </Screen>
  );
}
