import { tariff, type VehicleType } from '#contract/tariff.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

export function useVehicleTypes(): Load<VehicleType[]> {
  return useLoad('vehicle types', (signal) => api(tariff.listTypes, {}, { signal }));
}
