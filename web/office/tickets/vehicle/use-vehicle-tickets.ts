import { type Day, isDay } from '#billing/calendar.ts';
import type { Answer } from '#contract/call.ts';
import { foldText, isPlateFound } from '#contract/fold-text.ts';
import { type VehicleTicket, vehicleTickets } from '#contract/tickets.ts';
import { useAddressFilter } from '#web/ui/address/use-address.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';

export interface PlacedTicket extends VehicleTicket {
  place: number;
}

export interface VehicleTickets {
  /** Null for today. */
  date: Day | null;
  load: Load<PlacedTicket[]>;
  daily: Load<Answer<typeof vehicleTickets.dailyIncome>>;
  monthly: Load<Answer<typeof vehicleTickets.monthlyIncome>>;
  refresh: () => void;
}

/** Loads the whole day, so that filters need no request. */
export function useVehicleTickets(): VehicleTickets {
  const [asked] = useAddressFilter('date');
  const [vehicle] = useAddressFilter('vehicle');
  const [issuer] = useAddressFilter('issuer');
  const date = isDay(asked) ? asked : null;
  const shown = date ?? browserToday();
  const list = useLoad(`vehicle tickets ${shown}`, async (signal) => {
    const { tickets } = await api(vehicleTickets.byDate, { query: { date: shown } }, { signal });
    return tickets;
  });
  const daily = useLoad('vehicle income by day', (signal) => api(vehicleTickets.dailyIncome, {}, { signal }));
  const monthly = useLoad('vehicle income by month', (signal) => api(vehicleTickets.monthlyIncome, {}, { signal }));
  return {
    date,
    load: { ...list, data: list.data && findTickets(list.data, vehicle, issuer) },
    daily,
    monthly,
    refresh: () => {
      for (const { reload } of [list, daily, monthly]) reload();
    },
  };
}

/** Ignores case (specification 2, section 5); a vehicle number is compared by letters and digits. */
export function findTickets(tickets: readonly VehicleTicket[], vehicle: string, issuer: string): PlacedTicket[] {
  const email = foldText(issuer.trim());
  return tickets
    .filter(({ vehicleNumber, byWhom }) => isPlateFound(vehicleNumber, vehicle) && foldText(byWhom).includes(email))
    .map((ticket, at) => ({ ...ticket, place: at + 1 }));
}
