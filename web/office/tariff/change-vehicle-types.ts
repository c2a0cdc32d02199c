import { tariff, type VehicleType } from '#contract/tariff.ts';
import { versionOf } from '#contract/version.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
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
  try {
    await api(tariff.setTypeOrder, { body: { vehicle_type_ids: ids } }, { ifMatch });
  } catch (error) {
    toastFailed(sentenceOf(error, t('tariff.types.moveFailed')), 5);
  }
}

/** Returns true when the list is to be loaded again. */
export function deleteVehicleType(type: VehicleType): Promise<boolean> {
  const name = localName(type);
  return confirmAndCall(
    {
      title: t('tariff.types.removeTitle', { name }),
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
