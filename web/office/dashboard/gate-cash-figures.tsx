import { Stack, Title } from '@mantine/core';
import { dayOf } from '#billing/calendar.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import { centsOf, writeFigure } from '#contract/figures.ts';
import type { GateCashHeld } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard, FigureCards } from '#web/ui/figure-panel.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { placeOf } from '../place-of.ts';

type Holder = GateCashHeld['not_banked'][number];

/** Shows by person how much gate cash is not handed over, or not banked, and since when. */
export function GateCashFigures({ cash: { not_handed_over, not_banked } }: { cash: GateCashHeld }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('dashboard.gateCash.title')}
      </Title>
      <FigureCards>
        <HolderCard name={t('dashboard.gateCash.held')} holders={not_handed_over} />
        <HolderCard name={t('dashboard.gateCash.notBanked')} holders={not_banked} />
      </FigureCards>
    </Stack>
  );
}

function HolderCard({ name, holders }: { name: string; holders: readonly Holder[] }) {
  const sum = sumCents(holders.map(({ amount }) => centsOf(amount)));
  return (
    <FigureCard
      name={name}
      figure={formatMoney(toRupees(sum))}
      about={holders.map(describe).join(' · ')}
      to={placeOf('/gate-shifts')}
    />
  );
}

function describe({ name, amount, since }: Holder): string {
  const day = formatOfficeDay(dayOf(since));
  return t('dashboard.gateCash.personSince', { person: name, amount: writeFigure(amount), day });
}
