import { Anchor, Modal, Text } from '@mantine/core';
import { Link } from 'react-router';
import { otherCharges } from '#contract/other-charges.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { ChargeForm } from './charge-form.tsx';
import type { ChargeTarget } from './save-charge.ts';

export function ChargeDialog(props: ChargeTarget) {
  const load = useLoad('charge kinds', (signal) => api(otherCharges.listKinds, {}, { signal }));
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<Text fw={600}>{t('other-charges.panel.add')}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      closeOnClickOutside={false}
    >
      <AsyncState load={load} failure={t('other-charges.kinds.failed')}>
        {(kinds) => {
          const current = kinds.filter(({ is_archived }) => !is_archived);
          if (current.length > 0) return <ChargeForm {...props} kinds={current} />;
          return (
            <Anchor component={Link} to="/charge-kinds">
              {t('other-charges.form.none')}
            </Anchor>
          );
        }}
      </AsyncState>
    </Modal>
  );
}
