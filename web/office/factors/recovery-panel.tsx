import { Button, Group, Text } from '@mantine/core';
import { factors } from '#contract/factors.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { api } from '../api.ts';
import { FactorPanel } from './factor-panel.tsx';
import { attempt } from './remove-own-factor.ts';
import { showRecoveryCodes } from './show-recovery-codes.ts';

export function RecoveryPanel({ left, onRenewed }: { left: number; onRenewed: () => void }) {
  const renew = async () => {
    const [title, body] = [t('factors.recovery.renewTitle'), t('factors.recovery.renewBody')];
    if (!(await confirm({ title, body, action: t('factors.recovery.renew') }))) return;
    await attempt(async () => {
      const { recovery_codes } = await api(factors.renewRecoveryCodes, {});
      await showRecoveryCodes(recovery_codes);
      onRenewed();
    }, t('factors.recovery.renewFailed'));
  };
  return (
    <FactorPanel id="recovery" title={t('factors.recovery.title')} about={t('factors.recovery.about')}>
      <Text size="sm" mb="sm" fw={600} {...(left === 0 && { c: 'red' })}>
        {t('factors.recovery.left', { count: left })}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void renew()}>
          {t('factors.recovery.renew')}
        </Button>
      </Group>
    </FactorPanel>
  );
}
