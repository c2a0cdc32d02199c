import { Button, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { PaymentDone, PaymentForm } from './payment-form.tsx';
import { ShopPanels } from './shop-panel.tsx';
import { type PaymentAnswer, usePaymentForm } from './use-payment-form.ts';

/** Specification 1, section 2. */
export function MakePaymentPage() {
  const [shopId, chooseShop] = useAddressFilter('shop');
  const [done, setDone] = useState<PaymentAnswer>();
  const summary = useLoad(`shop ${shopId}`, async (signal) => {
    if (shopId === '') return undefined;
    return (await api(shops.summary, { params: { id: shopId } }, { signal })).shop;
  });
  const payment = usePaymentForm({
    screen: 'make',
    shopId,
    onPaid: (answer) => {
      setDone(answer);
      summary.reload();
    },
  });
  return (
    <Screen path="/make-payment" actions={<Back />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <PaymentForm payment={payment} amountDue={summary.isLoading ? undefined : summary.data?.total_owed}>
            <ShopSelect value={shopId} onChange={chooseShop} />
          </PaymentForm>
          {done?.payment.shop_id.toLowerCase() === shopId.toLowerCase() && <PaymentDone answer={done} />}
        </Stack>
        {shopId === '' && <Text c="dimmed">{t('payments.make.chooseShop')}</Text>}
      </SimpleGrid>
      {shopId !== '' && <ShopPanels summary={summary} />}
    </Screen>
  );
}

interface ShopSelectProps {
  value: string;
  onChange: (shopId: string | null) => void;
}

function ShopSelect({ value, onChange }: ShopSelectProps) {
  const load = useLoad('shops', (signal) => api(shops.list, {}, { signal }));
  const all = load.data ?? [];
  const chosen = all.find(({ shop_id }) => shop_id.toLowerCase() === value.toLowerCase());
  return (
    <Select
      // Options that arrive later select nothing for text typed before, so the field is replaced.
      key={load.data ? 'ready' : 'waiting'}
      disabled={!load.data}
      label={t('payments.make.shop.label')}
      placeholder={load.isLoading ? t('payments.make.shop.loading') : t('payments.make.shop.placeholder')}
      required
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      // Else the list forgets, just after it opened, what fast typing had marked, and Enter chooses nothing.
      selectFirstOptionOnDropdownOpen={value === ''}
      autoFocus={value === ''}
      data={all.map(({ shop_id, shop_name, tenant_name }) => ({
        value: shop_id,
        label: [shop_id, shop_name, tenant_name].filter(Boolean).join(' · '),
      }))}
      value={chosen?.shop_id ?? null}
      onChange={onChange}
      nothingFoundMessage={t('payments.make.shop.none')}
      comboboxProps={{ withinPortal: false }}
      error={load.error === undefined ? undefined : t('payments.make.shop.failed')}
    />
  );
}

function Back() {
  return (
    <Button component={Link} to="/payments" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {t('payments.make.back')}
    </Button>
  );
}
