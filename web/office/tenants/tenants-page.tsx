import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { Screen } from '../shell/screen.tsx';
import { endTenancy } from './end-tenancy.ts';
import { type ListedTenant, TenantTable } from './tenant-table.tsx';

export function TenantsPage() {
  const load = useLoad('tenants', (signal) => api(tenants.list, {}, { signal }));
  const mayWrite = useMay('books.write');
  const add = (
    <Button component={Link} to="/add-tenant" leftSection={<IconUserPlus size={18} aria-hidden />}>
      {t('tenants.add.save')}
    </Button>
  );
  const remove = async (tenant: ListedTenant) => {
    if (await endTenancy(tenant)) load.reload();
  };
  return (
    <Screen path="/view-tenants" actions={mayWrite && add}>
      <TenantTable
        load={load}
        remove={(tenant) => void remove(tenant)}
        mayWrite={mayWrite}
        emptyNext={mayWrite ? add : t('tenants.list.emptyNext')}
      />
    </Screen>
  );
}
