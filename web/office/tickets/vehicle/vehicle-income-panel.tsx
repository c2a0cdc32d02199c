import { Stack } from '@mantine/core';
import type { Day } from '#billing/calendar.ts';
import { t } from '#web/i18n/t.ts';
import { FigureCard, WaitingFigureCard } from '#web/ui/figure-panel.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatTicketPrice } from '#web/ui/format/money.ts';
import type { Load } from '#web/ui/use-load.ts';
import type { VehicleTickets } from './use-vehicle-tickets.ts';

const NONE = { totalIncome: 0, ticketCount: 0 };

/** Zero when loading fails (specification 2, section 5). */
export function VehicleIncomePanel({ date, daily, monthly }: Pick<VehicleTickets, 'date' | 'daily' | 'monthly'>) {
  const now = browserToday();
  const [year, month] = now.split('-').map(Number);
  const ofDay = daily.data?.find((income) => income.date === (date ?? now)) ?? NONE;
  const ofMonth = monthly.data?.find((income) => income.year === year && income.month === month) ?? NONE;
  return (
    <Stack gap="sm">
      {isWaiting(daily) ? <WaitingFigureCard /> : <FigureCard name={nameOf(date, now)} {...figuresOf(ofDay)} isMain />}
      {isWaiting(monthly) ? (
        <WaitingFigureCard />
      ) : (
        <FigureCard name={t('tickets.vehicle.monthIncome')} {...figuresOf(ofMonth)} />
      )}
    </Stack>
  );
}

function isWaiting({ data, isLoading }: Load<unknown>): boolean {
  return data === undefined && isLoading;
}

function nameOf(date: Day | null, now: Day): string {
  return date === null || date === now
    ? t('tickets.vehicle.todayIncome')
    : t('tickets.vehicle.dayIncome', { day: formatOfficeDay(date) });
}

function figuresOf({ totalIncome, ticketCount }: typeof NONE): { figure: string; about: string } {
  return {
    figure: formatTicketPrice(totalIncome),
    about: t('tickets.vehicle.issuedCount', { count: ticketCount }),
  };
}
