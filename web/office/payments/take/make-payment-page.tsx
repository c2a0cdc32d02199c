import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import type { payments } from '#contract/payments.ts';
import { shops } from '#contract/shops.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { MakePaymentForm } from './payment-form.tsx';
import { PaymentDone } from '../payment-done.tsx';
import { PaymentHistory } from '../payment-history.tsx';
import { ShopDetails } from './shop-panel.tsx';

/** The till: choose the shop, see what it owes and what it has paid, take the money once. */
export function MakePaymentPage() {
  const [shopId, chooseShop] = useAddressFilter('shop');
  const [done, setDone] = useState<Answer<typeof payments.byShop>>();
  const summary = useLoad(`shop ${shopId}`, async (signal) => {
    if (shopId === '') return undefined;
    return (await api(shops.summary, { params: { id: shopId } }, { signal })).shop;
  });
  return (
    <Screen path="/make-payment" actions={<Back />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <MakePaymentForm
            shopId={shopId}
            chooseShop={chooseShop}
            owed={summary.isLoading ? undefined : summary.data?.total_owed}
            onPaid={(answer) => {
              setDone(answer);
              summary.reload();
            }}
          />
          {done?.payment.shop_id.toLowerCase() === shopId.toLowerCase() && <PaymentDone answer={done} />}
        </Stack>
        {shopId === '' && <Text c="dimmed">Choose a shop to see what it owes and what it has paid.</Text>}
      </SimpleGrid>
      {shopId !== '' && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <AsyncState load={summary} failure="Failed to load shop details.">
            {(shop) => shop && <ShopDetails shop={shop} />}
          </AsyncState>
          <Paper withBorder p="md">
            <PaymentHistory load={{ ...summary, data: summary.data?.Payments }} />
          </Paper>
        </SimpleGrid>
      )}
    </Screen>
  );
}

function Back() {
  return (
    <Button component={Link} to="/payments" variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      Back
    </Button>
  );
}
