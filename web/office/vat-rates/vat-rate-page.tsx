import { vatRates } from '#contract/vat-rates.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { cancelScheduledRate } from './cancel-vat-rate.ts';
import { VatRateForm } from './vat-rate-form.tsx';
import classes from './vat-rate-page.module.css';
import { VatRateTable } from './vat-rate-table.tsx';

export function VatRatePage() {
  const load = useLoad('vat rates', (signal) => api(vatRates.list, {}, { signal }));
  const cancel = async (rate: Parameters<typeof cancelScheduledRate>[0]) => {
    if (await cancelScheduledRate(rate)) load.reload();
  };
  return (
    <Screen path="/update-vat-rate" subtitle={t('vat-rates.page.subtitle')}>
      <div className={classes.columns}>
        <VatRateForm rates={load.data ?? []} onTried={load.reload} />
        <VatRateTable load={load} cancel={(rate) => void cancel(rate)} />
      </div>
    </Screen>
  );
}
