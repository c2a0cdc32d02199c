import { vatRates } from '#contract/vat-rates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import classes from '../settings/settings.module.css';
import { Screen } from '../shell/screen.tsx';
import { cancelScheduledRate } from './cancel-vat-rate.ts';
import { VatRateForm } from './vat-rate-form.tsx';
import { VatRateTable } from './vat-rate-table.tsx';

/** One VAT rate for every shop, from a day on, and every rate that was or will be. */
export function VatRatePage() {
  const load = useLoad('vat rates', (signal) => api(vatRates.list, {}, { signal }));
  const takeBack = async (rate: Parameters<typeof cancelScheduledRate>[0]) => {
    if (await cancelScheduledRate(rate)) load.reload();
  };
  return (
    <Screen
      path="/update-vat-rate"
      subtitle="It becomes the rate of every shop. Invoices take their shop's rate when they are generated; issued ones keep theirs."
    >
      <div className={`${classes.halves} ${classes['form-beside']}`}>
        <VatRateForm rates={load.data ?? []} onTried={load.reload} />
        <VatRateTable load={load} takeBack={(rate) => void takeBack(rate)} />
      </div>
    </Screen>
  );
}
