import { useState } from 'react';
import type { VehicleType } from '#contract/tariff.ts';
import { t } from '#web/i18n/t.ts';
import { Screen } from '#web/office/screen.tsx';
import { useMay } from '../session/use-may.ts';
import { deleteVehicleType, moveVehicleType } from './change-vehicle-types.ts';
import { useVehicleTypes } from './use-vehicle-types.ts';
import { VehicleTypeForm } from './vehicle-type-form.tsx';
import { VehicleTypeTable } from './vehicle-type-table.tsx';
import classes from './vehicle-types-page.module.css';

export function VehicleTypesPage() {
  const load = useVehicleTypes();
  const mayWrite = useMay('tariff.write');
  const [edited, setEdited] = useState<VehicleType>();
  const done = () => {
    setEdited(undefined);
    load.reload();
  };
  const actions = {
    edit: setEdited,
    move: async (type: VehicleType, steps: -1 | 1) => {
      await moveVehicleType(load.data ?? [], type, steps);
      load.reload();
    },
    remove: async (type: VehicleType) => {
      if (await deleteVehicleType(type)) done();
    },
  };
  return (
    <Screen path="/vehicle-types" subtitle={t('tariff.types.subtitle')}>
      <div className={mayWrite ? classes.columns : undefined}>
        {mayWrite && (
          <VehicleTypeForm
            key={edited?.vehicle_type_id ?? 'new'}
            edited={edited}
            onSaved={done}
            onCancel={() => setEdited(undefined)}
          />
        )}
        <VehicleTypeTable load={load} actions={mayWrite ? actions : undefined} />
      </div>
    </Screen>
  );
}
