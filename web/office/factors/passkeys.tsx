import { Text, TextInput } from '@mantine/core';
import { factors, type Passkey } from '#contract/factors.ts';
import { t } from '#web/i18n/t.ts';
import { createPasskey, hasPasskeys } from '#web/passkey.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { FactorLine, FactorPanel, removeOwnFactor } from './factor-panel.tsx';

interface PasskeyPanelProps {
  passkeys: readonly Passkey[];
  onAdded: (codes: readonly string[] | null) => void;
  onRemoved: () => void;
}

export function PasskeyPanel({ passkeys, onAdded, onRemoved }: PasskeyPanelProps) {
  return (
    <FactorPanel id="passkeys" title={t('factors.passkeys.title')} about={t('factors.passkeys.about')}>
      {passkeys.map((passkey) => (
        <FactorLine
          key={passkey.id}
          name={passkey.name}
          factor={passkey}
          onRemove={() =>
            void removeOwnFactor(
              {
                id: passkey.id,
                title: t('factors.passkeys.removeTitle', { name: passkey.name }),
                body: t('factors.passkeys.removeBody'),
              },
              onRemoved,
            )
          }
        />
      ))}
      {hasPasskeys() ? <NewPasskey onAdded={onAdded} /> : <Text size="sm">{t('shared.passkey.unsupported')}</Text>}
    </FactorPanel>
  );
}

function NewPasskey({ onAdded }: Pick<PasskeyPanelProps, 'onAdded'>) {
  const form: OfficeForm<{ name: string }> = useOfficeForm({
    initialValues: { name: '' },
    schema: factors.addPasskey.body.pick({ name: true }),
    async save({ name }) {
      const asked = await api(factors.beginPasskey, {});
      const passkey = await createPasskey(asked);
      return api(factors.addPasskey, { body: { name, challenge: asked.challenge, passkey } });
    },
    fallback: t('factors.page.addFailed'),
    onSaved: ({ message, recovery_codes }) => {
      toastDone(message, 3);
      form.clear();
      onAdded(recovery_codes);
    },
  });
  return (
    <Form form={form} saveLabel={t('factors.passkeys.add')} withoutHint>
      <TextInput
        label={t('factors.passkeys.name')}
        description={t('factors.passkeys.nameHint')}
        autoComplete="off"
        {...form.field('name')}
      />
    </Form>
  );
}
