import { useState } from 'react';
import { type OtherChargeKind, otherCharges } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { toggleArchived } from './archive-kind.ts';
import { ChargeKindForm } from './charge-kind-form.tsx';
import { ChargeKindTable } from './charge-kind-table.tsx';
import classes from './charge-kinds-page.module.css';

export function ChargeKindsPage() {
  const load = useLoad('charge kinds', (signal) => api(otherCharges.listKinds, {}, { signal }));
  const mayWrite = useMay('books.write');
  const [edited, setEdited] = useState<OtherChargeKind>();
  const done = () => {
    setEdited(undefined);
    load.reload();
  };
  const archive = async (kind: OtherChargeKind) => {
    if (await toggleArchived(kind)) done();
  };
  const actions = mayWrite ? { edit: setEdited, archive: (kind: OtherChargeKind) => void archive(kind) } : undefined;
  return (
    <Screen path="/charge-kinds" subtitle={t('other-charges.kinds.subtitle')}>
      <div className={mayWrite ? classes.columns : undefined}>
        {mayWrite && (
          <ChargeKindForm
            key={edited?.kind_id ?? 'new'}
            edited={edited}
            onSaved={done}
            onCancel={() => setEdited(undefined)}
          />
        )}
        <ChargeKindTable load={load} actions={actions} />
      </div>
    </Screen>
  );
}
