import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { shops } from '#contract/shops.ts';
import { t } from '#web/i18n/t.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../screen.tsx';
import { ShopSelect } from './choose-shop-panel.tsx';
import { findPayer } from './find-payer.ts';
import { PaymentDone, PaymentForm } from './payment-form.tsx';
import { ShopPanels } from './shop-panel.tsx';
import { type PaymentAnswer, usePaymentForm } from './use-payment-form.ts';

/** Specification 1, section 2. */
export function MakePaymentPage() {
  const [shopInAddress, putInAddress] = useAddressFilter('shop');
  // The address changes later than the next key is pressed, which belongs to the amount.
  const [shopId, setShopId] = useState(shopInAddress);
  useEffect(() => setShopId(shopInAddress), [shopInAddress]);
  const chooseShop = (chosen: string) => {
    setShopId(chosen);
    putInAddress(chosen);
  };
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
  const payer = summary.data && findPayer(summary.data);
  return (
    <Screen path="/make-payment" actions={<Back />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <PaymentForm payment={payment} payer={summary.isLoading ? undefined : payer}>
            <ShopSelect value={shopId} onChange={chooseShop} isFirst withinPortal={false} />
          </PaymentForm>
          {done?.payment.shop_id.toLowerCase() === shopId.toLowerCase() && <PaymentDone answer={done} />}
        </Stack>
        {shopId === '' && <Text c="dimmed">{t('payments.make.chooseShop')}</Text>}
      </SimpleGrid>
      {shopId !== '' && <ShopPanels summary={summary} />}
    </Screen>
  );
}

function Back() {
  return (
    <Button component={Link} to="/payments" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {t('payments.make.back')}
    </Button>
  );
}
