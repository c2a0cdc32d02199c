import IconUserPlus from 'virtual:icons/user-plus';
import type { OfficePath } from 'virtual:office/pages';
import { Alert, Anchor, Button, Group, Paper, Switch, Tabs, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { writeNumber } from '#contract/figures.ts';
import { type Shop, type ShopSummary, shops } from '#contract/shops.ts';
import type { Tenant } from '#contract/tenants.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { Failure, SkeletonLines, Waiting } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { EmailLink } from '#web/ui/format/person.tsx';
import { StatusChip } from '#web/ui/status-chip.tsx';
import { DetailList } from '#web/ui/table/column-list.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import {
  describeTenancy,
  summaryOf,
  type TenancyOfShop,
  tenancyShown,
  tenancyToName,
} from '../payments/take/choose-tenancy.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { AmountDuePanel } from './amount-due-panel.tsx';
import { BalancePanel } from './balance-form.tsx';
import { GenerateInvoiceForm } from './generate-invoice-form.tsx';
import { type Notice, NoticePanel } from './notice-panel.tsx';
import { rememberShop } from './recent-shops.ts';
import { ShopInvoicesTable } from './shop-invoices-table.tsx';
import { ShopPaymentsTable } from './shop-payments-table.tsx';
import classes from './shop-summary.module.css';
import { StatementTable } from './statement-table.tsx';

interface ShopLedgerScreenProps {
  path: OfficePath;
  actions: ReactNode;
  shopId: string;
  fallback: string;
}

/**
 * The screen of a shop's ledger, with the shop as its heading. The notice of a payment remains even if loading fails,
 * so that the payment and its receipt do not seem lost.
 */
export function ShopLedgerScreen({ path, actions, shopId, fallback }: ShopLedgerScreenProps) {
  const load = useLoad(`shop summary ${shopId}`, (signal) =>
    api(shops.summary, { params: { id: shopId } }, { signal }),
  );
  const [notice, setNotice] = useState<Notice>();
  const [changes, setChanges] = useState(0);
  const change = (next?: Notice) => {
    setNotice(next);
    setChanges((before) => before + 1);
    load.reload();
  };
  const shop = load.data?.shop;
  const shownId = shop?.shop_id;
  useEffect(() => {
    if (shownId !== undefined) rememberShop(shownId);
  }, [shownId]);
  const address = useAddress();
  const choice = shop && tenancyChoiceOf(shop, address);
  return (
    <Screen
      path={path}
      title={shop ? [shop.shop_id, shop.shop_name].join(' · ') : shopId}
      actions={actions}
      {...(shop && { subtitle: <TenantLine shop={shop} tenancy={choice?.tenancy} /> })}
    >
      <NoticePanel notice={notice} onClose={() => setNotice(undefined)} />
      {shop && choice && (
        <Ledger
          shop={shop}
          choice={choice}
          changes={changes}
          onChanged={change}
          beginsWithBalance={path === '/system-setting'}
        />
      )}
      {!shop && load.isLoading && (
        <Waiting>
          <SkeletonLines count={8} />
        </Waiting>
      )}
      {!shop && !load.isLoading && (
        <Failure sentence={sentenceFor(load.error, fallback)} error={load.error} retry={load.reload} />
      )}
    </Screen>
  );
}

/** Returns the server's message, or the fallback. For a lost connection, Failure adds an explanation. */
function sentenceFor(error: unknown, fallback: string): string {
  const isSaid = error instanceof CallError && error.status !== 0 && error.message !== '';
  return isSaid ? error.message : fallback;
}

function TenantLine({ shop, tenancy }: { shop: ShopSummary; tenancy: TenancyOfShop | undefined }) {
  return (
    <Group gap="sm" component="span">
      <span>{tenancy?.tenant_name ?? shop.Tenant?.name ?? t('shop-summary.page.vacant')}</span>
      {tenancy && tenancy.ended_on !== null && <StatusChip status="Unpaid" word={t('shop-summary.tenancy.isFormer')} />}
      {tenancy && (
        <Anchor component={Link} to={placeOf('/tenancy/:id', { id: tenancy.tenancy_id })} size="sm">
          {t('shop-summary.tenancy.file')}
        </Anchor>
      )}
    </Group>
  );
}

interface LedgerTabsProps {
  shop: ShopSummary;
  /** A number that rises with every change to the ledger. */
  changes: number;
  onChanged: (notice?: Notice) => void;
}

interface LedgerProps extends LedgerTabsProps {
  choice: TenancyChoice;
  /** The settings begin with the balance, open (specification 1, section 2). */
  beginsWithBalance: boolean;
}

function Ledger({ shop, choice, changes, onChanged, beginsWithBalance }: LedgerProps) {
  const mayWrite = useMay('books.write');
  const { shown, tenancy, tenancyId } = choice;
  const balance = mayWrite && (
    <BalancePanel
      key={`balance ${tenancyId}`}
      shop={shown}
      tenancyId={tenancyId}
      onChanged={onChanged}
      startsOpen={beginsWithBalance}
    />
  );
  return (
    <>
      {shop.Tenant === null && <VacantPanel shop={shop} />}
      {tenancy && shop.Tenancies.length > 1 && <TenancyFilter shop={shop} tenancy={tenancy} choice={choice} />}
      <div className={classes.ledger}>
        <div className={classes.due}>
          {beginsWithBalance && balance}
          <AmountDuePanel key={tenancyId} shop={shown} tenancyId={tenancyId} onChanged={onChanged} />
        </div>
        <div className={classes.tabs}>
          <LedgerTabs shop={shown} changes={changes} onChanged={onChanged} />
        </div>
        <div className={classes.details}>
          {mayWrite && (
            <GenerateInvoiceForm
              key={tenancyId}
              shopId={shop.shop_id}
              tenancyId={tenancyId}
              months={tenancy?.months_to_bill}
              onGenerated={onChanged}
            />
          )}
          <ShopDetailsPanel shop={shop} />
          {tenancy && tenancy.ended_on !== null ? (
            <FormerTenantPanel tenancy={tenancy} />
          ) : (
            shop.Tenant && <TenantDetailsPanel tenant={shop.Tenant} />
          )}
          {!beginsWithBalance && balance}
        </div>
      </div>
    </>
  );
}

const TABS = ['invoices', 'payments', 'statement'] as const;

function LedgerTabs({ shop, changes, onChanged }: LedgerTabsProps) {
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get('tab')) ?? 'invoices';
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => change({ tab: chosen === 'invoices' ? undefined : (chosen ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="sm" aria-label={t('shop-summary.tabs.label')}>
        {TABS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`shop-summary.tabs.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="payments">
        <ShopPaymentsTable shop={shop} onChanged={() => onChanged()} />
      </Tabs.Panel>
      <Tabs.Panel value="invoices">
        <ShopInvoicesTable shop={shop} onChanged={() => onChanged()} />
      </Tabs.Panel>
      <Tabs.Panel value="statement">
        <StatementTable shopId={shop.shop_id} changes={changes} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface TenancyFilterProps {
  shop: ShopSummary;
  tenancy: TenancyOfShop;
  choice: TenancyChoice;
}

function TenancyFilter({ shop, tenancy, choice: { choose, showsAll, showAll } }: TenancyFilterProps) {
  return (
    <Group gap="sm" align="flex-end">
      <ChoiceField
        label={t('shop-summary.tenancy.label')}
        data={shop.Tenancies.map((one) => ({ value: String(one.tenancy_id), label: describeTenancy(one) }))}
        value={String(tenancy.tenancy_id)}
        onChange={choose}
        style={{ flex: '1 1 16rem', maxWidth: '28rem' }}
      />
      <Group mih={36}>
        <Switch
          label={t('shop-summary.tenancy.all')}
          checked={showsAll}
          onChange={(event) => showAll(event.currentTarget.checked)}
        />
      </Group>
    </Group>
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
          to={placeOf('/add-tenant', { shop: shop.shop_id })}
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

interface TenancyChoice {
  tenancy: TenancyOfShop | undefined;
  shown: ShopSummary;
  /** The tenancy that is shown; undefined when the shop has only a current one. */
  tenancyId: number | undefined;
  showsAll: boolean;
  choose: (tenancyId: string) => void;
  showAll: (isOn: boolean) => void;
}

const FIRST_PAGES = { 'invoices-page': undefined, 'payments-page': undefined, 'statement-page': undefined };

function tenancyChoiceOf(shop: ShopSummary, { get, change }: ReturnType<typeof useAddress>): TenancyChoice {
  const tenancy = tenancyShown(shop, Number(get('tenancy')));
  const showsAll = get('all-tenancies') === 'true';
  return {
    tenancy,
    shown: summaryOf(shop, tenancy, showsAll),
    tenancyId: tenancyToName(shop, tenancy),
    showsAll,
    choose: (tenancyId) => change({ ...FIRST_PAGES, tenancy: tenancyId }),
    showAll: (isOn) => change({ ...FIRST_PAGES, 'all-tenancies': isOn ? 'true' : undefined }),
  };
}

function ShopDetailsPanel({ shop }: { shop: Shop }) {
  const edit = { to: placeOf('/edit-shop/:id', { id: shop.shop_id }), text: t('shop-summary.shop.edit') };
  return (
    <DetailsPanel title={t('shop-summary.shop.title')} edit={edit}>
      <DetailList
        details={[
          [t('shop-summary.shop.id'), shop.shop_id],
          [t('shop-summary.shop.name'), shop.shop_name],
          [t('shop-summary.shop.location'), shop.location],
          [t('shop-summary.shop.rent'), formatMoney(shop.rent_amount)],
          [t('shop-summary.shop.vat'), `${writeNumber(shop.vat_rate)}%`],
          [t('shop-summary.shop.fee'), formatMoney(shop.operation_fee)],
        ]}
      />
    </DetailsPanel>
  );
}

function TenantDetailsPanel({ tenant }: { tenant: Tenant }) {
  const edit = { to: placeOf('/edit-tenant/:id', { id: tenant.tenant_id }), text: t('shop-summary.tenant.edit') };
  return (
    <DetailsPanel title={t('shop-summary.tenant.title')} edit={edit}>
      <DetailList
        details={[
          [t('shop-summary.tenant.name'), tenant.name],
          [t('shop-summary.tenant.contact'), tenant.contact],
          [t('shop-summary.tenant.address'), tenant.address],
          [
            t('shop-summary.tenant.email'),
            tenant.email === null ? t('shop-summary.tenant.noEmail') : <EmailLink key="email" email={tenant.email} />,
          ],
        ]}
      />
    </DetailsPanel>
  );
}

function FormerTenantPanel({ tenancy }: { tenancy: TenancyOfShop }) {
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
  /** The link to the form, for users who may write. */
  edit?: { to: string; text: string };
  children: ReactNode;
}

function DetailsPanel({ title, edit, children }: DetailsPanelProps) {
  const mayWrite = useMay('books.write');
  return (
    <Paper withBorder p="md" component="section" aria-label={title} mb="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
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
