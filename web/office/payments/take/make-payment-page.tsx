import IconArrowLeft from 'virtual:icons/arrow-left';
import IconReceipt from 'virtual:icons/receipt';
import { Button, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatMoney } from '#web/ui/format/money.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { placeOf } from '../../place-of.ts';
import { Screen } from '../../screen.tsx';
import {
  describePayment,
  paymentColumns,
  receiptAddress,
  type ShownPayment,
  withVoidPayments,
} from '../payment-table.tsx';
import { PayerSelect } from './choose-shop-panel.tsx';
import { findPayer, type Payer, summaryOf, tenancyOfReference, tenancyShown } from './choose-tenancy.ts';
import { PaymentDone, PaymentForm } from './payment-form.tsx';
import { type PaymentAnswer, usePaymentForm } from './use-payment-form.ts';

/** The page “Make payment” (specification 1, section 2). */
export function MakePaymentPage() {
  const [asked, ask] = useAskedPayer();
  const { shop: shopId, reference } = asked;
  const [done, setDone] = useState<PaymentAnswer>();
  const summary = useLoad(`shop ${shopId}`, async (signal) => {
    if (shopId === '') return undefined;
    return (await api(shops.summary, { params: { id: shopId } }, { signal })).shop;
  });
  const shop = summary.isLoading ? undefined : summary.data;
  const payer = shop && payerOf(shop, asked);
  const payment = usePaymentForm({
    screen: 'make',
    target:
      reference === ''
        ? { type: 'shop', reference: shopId, tenancyId: tenancyAsked(asked) }
        : { type: 'invoice', reference },
    onPaid: (answer) => {
      setDone(answer);
      summary.reload();
    },
  });
  return (
    <Screen path="/make-payment" actions={<Back />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <PaymentForm payment={payment} payer={payer}>
            <PayerSelect shopId={shopId} tenancyId={payer?.tenancyId ?? tenancyAsked(asked)} onChange={ask} />
          </PaymentForm>
          <PaymentDone answer={done?.payment.shop_id.toLowerCase() === shopId.toLowerCase() ? done : undefined} />
        </Stack>
        {shopId === '' && <Text c="dimmed">{t('payments.make.chooseShop')}</Text>}
      </SimpleGrid>
      {shopId !== '' && <ShopPanels summary={{ ...summary, data: summary.data && ofPayer(summary.data, payer) }} />}
    </Screen>
  );
}

/**
 * Who pays, according to the address of the page: the id of a shop, the id of a tenancy and a payment reference. Each
 * is empty if the address does not contain it.
 */
interface AskedPayer {
  shop: string;
  tenancy: string;
  reference: string;
}

/**
 * The chosen payer is stored in a state and not only in the address of the page, because the address changes later,
 * when the user may already be typing the amount.
 */
function useAskedPayer(): [AskedPayer, (chosen: AskedPayer) => void] {
  const { get, change } = useAddress();
  const shop = get('shop');
  const tenancy = get('tenancy');
  const reference = get('reference');
  const [asked, setAsked] = useState<AskedPayer>({ shop, tenancy, reference });
  useEffect(() => setAsked({ shop, tenancy, reference }), [shop, tenancy, reference]);
  return [
    asked,
    (chosen) => {
      setAsked(chosen);
      change({ ...chosen });
    },
  ];
}

function tenancyAsked({ tenancy }: AskedPayer): number | undefined {
  return tenancy === '' ? undefined : Number(tenancy);
}

function payerOf(shop: ShopSummary, asked: AskedPayer): Payer | undefined {
  if (asked.reference === '') return findPayer(shop, tenancyAsked(asked));
  const billed = tenancyOfReference(shop, asked.reference);
  return billed === undefined ? undefined : findPayer(shop, billed);
}

function ofPayer(shop: ShopSummary, payer: Payer | undefined): ShopSummary {
  return payer ? summaryOf(shop, tenancyShown(shop, payer.tenancyId), false) : shop;
}

function Back() {
  return (
    <Button
      component={Link}
      to={placeOf('/payments')}
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      {t('payments.make.back')}
    </Button>
  );
}

function ShopPanels({ summary }: { summary: Load<ShopSummary | undefined> }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <AsyncState load={summary} failure={t('payments.make.details.failed')}>
        {(shop) => shop && <ShopDetails shop={shop} />}
      </AsyncState>
      <Paper withBorder p="md">
        <PaymentHistory load={{ ...summary, data: summary.data && withVoidPayments(summary.data) }} />
      </Paper>
    </SimpleGrid>
  );
}

function ShopDetails({ shop }: { shop: ShopSummary }) {
  const texts = [
    [t('payments.make.details.shop'), `${shop.shop_id}, ${shop.shop_name}`],
    [t('payments.make.details.location'), shop.location],
    [
      t('payments.make.details.tenant'),
      shop.Tenant ? `${shop.Tenant.name}, ${shop.Tenant.contact}` : t('payments.make.details.vacant'),
    ],
  ] as const;
  const due = t('payments.make.details.due');
  const figures = [
    [t('payments.make.details.rent'), shop.rent_amount],
    [t('payments.make.details.fee'), shop.operation_fee],
    [t('payments.make.details.balance'), shop.ShopBalance.balance_amount],
    [due, shop.total_owed],
  ] as const;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        {t('payments.make.details.title')}
      </Title>
      <Table variant="vertical" layout="fixed" aria-label={t('payments.make.details.title')}>
        <Table.Tbody>
          {texts.map(([name, text]) => (
            <Table.Tr key={name}>
              <Table.Th w="40%">{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
          {figures.map(([name, rupees]) => (
            <Table.Tr key={name} fw={name === due ? 700 : undefined}>
              <Table.Th>{name}</Table.Th>
              <Table.Td ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(rupees)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function PaymentHistory({ load }: { load: Load<readonly ShownPayment[]> }) {
  const columns = useMemo(() => {
    const { date, amount, method, note } = paymentColumns();
    return [date, amount, method, note];
  }, []);
  return (
    <>
      <Title order={2} size="h4" mb="xs">
        {t('payments.make.history.title')}
      </Title>
      <DataTable<ShownPayment>
        label={t('payments.make.history.title')}
        columns={columns}
        load={load}
        failure={t('payments.list.failed')}
        rowId={({ payment_id }) => payment_id}
        rowName={describePayment}
        rowActions={(row) => [{ label: t('payments.list.receipt'), icon: IconReceipt, to: receiptAddress(row) }]}
        empty={{ text: t('payments.make.history.empty'), next: t('payments.make.history.emptyNext') }}
        pageSize={5}
        prefix="history-"
      />
    </>
  );
}
