import { Stack } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { findNewestTariff, tariff as tariffCalls } from '#contract/tariff.ts';
import { vehicleTickets } from '#contract/tickets.ts';
import { t } from '#web/i18n/t.ts';
import { CardLinks } from '#web/ui/card-links.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { cancelFutureTariff } from './cancel-tariff.ts';
import { OtherPricesTable } from './other-prices-table.tsx';
import { TariffForm } from './tariff-form.tsx';
import { TariffTable } from './tariff-table.tsx';
import { useVehicleTypes } from './use-vehicle-types.ts';

export function TariffPage() {
  const mayWrite = useMay('tariff.write');
  const load = useLoad('tariff', (signal) => api(tariffCalls.list, {}, { signal }));
  const types = useVehicleTypes().data;
  const otherPrices = useLoad('other prices', (signal) => api(vehicleTickets.otherPrices, {}, { signal }));
  const cancel = async (one: Parameters<typeof cancelFutureTariff>[0]) => {
    if (await cancelFutureTariff(one)) load.reload();
  };
  return (
    <Screen path="/ticket-tariff" subtitle={t('tariff.page.subtitle')}>
      <Stack gap="lg">
        {mayWrite && load.data && types && (
          <TariffForm
            key={findNewestTariff(load.data)?.id ?? 0}
            tariffs={load.data}
            types={types.filter(({ is_offered }) => is_offered)}
            onTried={load.reload}
          />
        )}
        <TariffTable load={load} types={types} {...(mayWrite && { cancel: (one) => void cancel(one) })} />
        <OtherPricesTable load={otherPrices} types={types} />
        <CardLinks
          links={[
            {
              title: t('tariff.types.link'),
              text: t('tariff.types.linkText'),
              to: '/vehicle-types',
              icon: IconTruck,
            },
          ]}
        />
      </Stack>
    </Screen>
  );
}
