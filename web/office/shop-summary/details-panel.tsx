import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Shop } from '#contract/shops.ts';
import type { Tenant } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney, formatNumber } from '#web/ui/format/money.ts';
import { useMay } from '../session/use-may.ts';
import type { TenancyOfShop } from './choose-tenancy.ts';

export function ShopDetailsPanel({ shop }: { shop: Shop }) {
  const edit = { to: `/edit-shop/${encodeURIComponent(shop.shop_id)}`, text: t('shop-summary.shop.edit') };
  return (
    <DetailsPanel title={t('shop-summary.shop.title')} edit={edit}>
      <DetailList
        details={[
          [t('shop-summary.shop.id'), shop.shop_id],
          [t('shop-summary.shop.name'), shop.shop_name],
          [t('shop-summary.shop.location'), shop.location],
          [t('shop-summary.shop.rent'), formatMoney(shop.rent_amount)],
          [t('shop-summary.shop.vat'), `${formatNumber(shop.vat_rate)}%`],
          [t('shop-summary.shop.fee'), formatMoney(shop.operation_fee)],
        ]}
      />
    </DetailsPanel>
  );
}

export function TenantDetailsPanel({ tenant }: { tenant: Tenant }) {
  const edit = { to: `/edit-tenant/${tenant.tenant_id}`, text: t('shop-summary.tenant.edit') };
  return (
    <DetailsPanel title={t('shop-summary.tenant.title')} edit={edit}>
      <DetailList
        details={[
          [t('shop-summary.tenant.name'), tenant.name],
          [t('shop-summary.tenant.contact'), tenant.contact],
          [t('shop-summary.tenant.address'), tenant.address],
          [
            t('shop-summary.tenant.email'),
            tenant.email === null ? (
              t('shop-summary.tenant.noEmail')
            ) : (
              <Anchor key="email" href={`mailto:${tenant.email}`}>
                {tenant.email}
              </Anchor>
            ),
          ],
        ]}
      />
    </DetailsPanel>
  );
}

export function FormerTenantPanel({ tenancy }: { tenancy: TenancyOfShop }) {
  const { tenant_name, started_on, ended_on } = tenancy;
  return (
    <DetailsPanel title={t('shop-summary.tenant.former')}>
      <DetailList
        details={[
          [t('shop-summary.tenant.name'), tenant_name],
          [t('shop-summary.tenant.from'), formatOfficeDay(started_on)],
          [t('shop-summary.tenant.until'), ended_on && formatOfficeDay(ended_on)],
        ]}
      />
    </DetailsPanel>
  );
}

interface DetailsPanelProps {
  title: string;
  /** The link for those who may write. */
  edit?: { to: string; text: string };
  children: ReactNode;
}

function DetailsPanel({ title, edit, children }: DetailsPanelProps) {
  const mayWrite = useMay('books.write');
  return (
    <Paper withBorder p="md" component="section" aria-label={title} mb="md">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        {mayWrite && edit && (
          <Anchor component={Link} to={edit.to} size="sm">
            {edit.text}
          </Anchor>
        )}
      </Group>
      {children}
    </Paper>
  );
}

function DetailList({ details }: { details: readonly (readonly [name: string, content: ReactNode])[] }) {
  return (
    <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
      {details.map(([name, content]) => (
        <Group key={name} justify="space-between" align="baseline" gap="md" wrap="nowrap" py={2}>
          <Text size="sm" c="dimmed" component="dt" style={{ flex: 'none' }}>
            {name}
          </Text>
          <Text size="sm" component="dd" m={0} ta="right" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {content}
          </Text>
        </Group>
      ))}
    </dl>
  );
}
