import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Day, isDay } from '#billing/calendar.ts';
import { prices } from '#contract/prices.ts';
import { t } from '#web/i18n/t.ts';
import { useAddress } from '#web/ui/address/use-address.ts';
import { AsyncState, Empty } from '#web/ui/async-state.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { Screen } from '../../shell/screen.tsx';
import { toLine } from '../read-price.ts';
import { PriceSheet } from './price-sheet-form.tsx';

/** Specification 2, section 2. */
export function PriceSheetPage() {
  const { get, change } = useAddress();
  const asked = get('date');
  const date = isDay(asked) && asked <= browserToday() ? asked : browserToday();
  const load = useLoad(`sheet ${date}`, async (signal) =>
    (await api(prices.sheet, { params: { date } }, { signal })).map(toLine),
  );
  return (
    <Screen
      path="/add-dailyprice"
      subtitle={date !== browserToday() && <OtherDay date={date} />}
      actions={
        <DayField
          label={t('prices.sheet.date')}
          value={date}
          latest={browserToday()}
          onChange={(chosen) => chosen && change({ date: chosen === browserToday() ? '' : chosen })}
        />
      }
    >
      <AsyncState load={load} failure={t('prices.sheet.loadFailed')} skeleton={<SheetSkeleton />}>
        {(lines) => (lines.length === 0 ? <NoProducts /> : <PriceSheet key={date} date={date} lines={lines} />)}
      </AsyncState>
    </Screen>
  );
}

function OtherDay({ date }: { date: Day }) {
  return (
    <Text size="sm" fw={600} c="var(--mantine-color-text)" role="status">
      {t('prices.sheet.otherDay', { day: formatOfficeDay(date) })}
    </Text>
  );
}

function NoProducts() {
  const next = (
    <Button component={Link} to="/add-product">
      {t('prices.sheet.addProduct')}
    </Button>
  );
  return <Empty text={t('prices.sheet.noProducts')} next={next} />;
}

const LINES = Array.from({ length: 10 }, (_, line) => line);

function SheetSkeleton() {
  return (
    <Stack gap="xs">
      {LINES.map((line) => (
        <Skeleton key={line} height={36} />
      ))}
    </Stack>
  );
}
