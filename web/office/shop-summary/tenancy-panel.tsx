import { Alert, Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ShopSummary } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { useMay } from '../session/use-may.ts';
import { describeTenancy } from './choose-tenancy.ts';
import type { TenancyChoice } from './use-tenancy-choice.ts';

interface TenancyPanelProps {
  shop: ShopSummary;
  choice: TenancyChoice;
}

export function TenancyPanel({ shop, choice }: TenancyPanelProps) {
  const { tenancy, choose, showsAll, showAll } = choice;
  const isVacant = shop.Tenant === null;
  if (!tenancy) return isVacant ? <VacantPanel shop={shop} /> : null;
  const isFormer = tenancy.ended_on !== null;
  return (
    <>
      {isVacant && <VacantPanel shop={shop} />}
      <Group gap="sm" align="flex-end">
        {shop.Tenancies.length > 1 && (
          <ChoiceField
            label={t('shop-summary.tenancy.label')}
            data={shop.Tenancies.map((one) => ({ value: String(one.tenancy_id), label: describeTenancy(one) }))}
            value={String(tenancy.tenancy_id)}
            onChange={choose}
            style={{ flex: '1 1 16rem', maxWidth: '28rem' }}
          />
        )}
        <Group gap="sm" {...(shop.Tenancies.length > 1 && { mih: 36 })}>
          {isFormer && <StatusChip status="Unpaid" word={t('shop-summary.tenancy.isFormer')} />}
          <Anchor component={Link} to={`/tenancy/${tenancy.tenancy_id}`} size="sm">
            {t('shop-summary.tenancy.file')}
          </Anchor>
          {shop.Tenancies.length > 1 && (
            <Switch
              label={t('shop-summary.tenancy.all')}
              checked={showsAll}
              onChange={(event) => showAll(event.currentTarget.checked)}
            />
          )}
        </Group>
      </Group>
    </>
  );
}

function VacantPanel({ shop }: { shop: ShopSummary }) {
  const mayWrite = useMay('books.write');
  const [last] = shop.Tenancies;
  const until = last?.ended_on;
  return (
    <Alert
      color="gray"
      variant="outline"
      title={until ? t('shop-summary.vacant.since', { day: formatOfficeDay(until) }) : t('shop-summary.tenant.none')}
    >
      {last && until && (
        <Text size="sm">
          {last.amount_due > 0
            ? t('shop-summary.vacant.leftOwing', { name: last.tenant_name, amount: formatMoney(last.amount_due) })
            : t('shop-summary.vacant.left', { name: last.tenant_name })}
        </Text>
      )}
      {mayWrite && (
        <Button
          component={Link}
          to={`/add-tenant?shop=${encodeURIComponent(shop.shop_id)}`}
          size="xs"
          mt="xs"
          leftSection={<IconUserPlus size={16} aria-hidden />}
        >
          {t('shop-summary.tenant.add')}
        </Button>
      )}
    </Alert>
  );
}
