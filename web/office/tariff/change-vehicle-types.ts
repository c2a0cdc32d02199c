import { tariff, type VehicleType } from '#contract/tariff.ts';
import { versionOf } from '#contract/version.ts';
import { t } from '#web/i18n/t.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';

export async function moveVehicleType(
  types: readonly VehicleType[],
  { vehicle_type_id }: VehicleType,
  steps: -1 | 1,
): Promise<void> {
  const before = types.map((type) => type.vehicle_type_id);
  const others = before.filter((id) => id !== vehicle_type_id);
  const ids = others.toSpliced(before.indexOf(vehicle_type_id) + steps, 0, vehicle_type_id);
  const ifMatch = versionOf(tariff.setTypeOrder, { vehicle_type_ids: before });
  await callAndTell({
    call: () => api(tariff.setTypeOrder, { body: { vehicle_type_ids: ids } }, { ifMatch }),
    done: () => undefined,
    failed: t('tariff.types.moveFailed'),
  });
}

export function deleteVehicleType(type: VehicleType): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('tariff.types.removeTitle', { name: localName(type) }),
      body: t('tariff.types.removeText'),
      action: t('tariff.types.removeAction'),
      isDangerous: true,
    },
    {
      call: () => api(tariff.removeType, { params: { id: String(type.vehicle_type_id) } }),
      failed: t('tariff.types.removeFailed'),
    },
  );
}
