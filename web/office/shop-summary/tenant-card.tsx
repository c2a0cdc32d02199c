import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Tenant } from '#contract/tenants.ts';
import { useMay } from '../session/use-may.ts';
import { Detail, DetailList } from './detail-list.tsx';

/** Who rents the shop now, and how to reach them. */
export function TenantCard({ tenant }: { tenant: Tenant | null }) {
  const mayWrite = useMay('books.write');
  return (
    <Paper withBorder p="md" component="section" aria-label="Tenant details">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          Tenant details
        </Title>
        {mayWrite && (
          <Anchor component={Link} to={tenant ? `/edit-tenant/${tenant.tenant_id}` : '/add-tenant'} size="sm">
            {tenant ? 'Edit tenant' : 'Add tenant'}
          </Anchor>
        )}
      </Group>
      {tenant ? (
        <DetailList>
          <Detail name="Name">{tenant.name}</Detail>
          <Detail name="Contact">{tenant.contact}</Detail>
          <Detail name="Address">{tenant.address}</Detail>
          <Detail name="E-mail">
            {tenant.email === null ? 'none' : <Anchor href={`mailto:${tenant.email}`}>{tenant.email}</Anchor>}
          </Detail>
        </DetailList>
      ) : (
        <Text size="sm" c="dimmed">
          Nobody rents this shop now.
        </Text>
      )}
    </Paper>
  );
}
