import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DEMO_META, demoEmailOf } from '#contract/demo.ts';
import { type Role, roles } from '#contract/roles.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { FailureAlert } from '#web/ui/form/form-frame.tsx';
import { signIn } from './sign-in.ts';

/** The accounts of the demo, each a button that signs in. Only the demo names their password in its page. */
export function DemoFaces() {
  const password = document.querySelector<HTMLMetaElement>(`meta[name="${DEMO_META}"]`)?.content;
  return password === undefined ? null : <Faces password={password} />;
}

function Faces({ password }: { password: string }) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<Role>();
  const open = async (role: Role) => {
    setFailure(undefined);
    setBusy(role);
    try {
      await signIn(demoEmailOf(role), password, false);
    } catch (error) {
      setFailure(sentenceOf(error, t('session.login.failed')));
    }
    setBusy(undefined);
  };
  return (
    <Stack gap="xs" component="section" aria-labelledby="demo-faces">
      <Text fw={700} size="sm" id="demo-faces">
        {t('session.demo.title')}
      </Text>
      {failure !== undefined && <FailureAlert>{failure}</FailureAlert>}
      {roles.map((role) => (
        <Button
          key={role}
          variant="default"
          justify="flex-start"
          loading={busy === role}
          onClick={() => void open(role)}
        >
          {t(`session.demo.${role}`)}
        </Button>
      ))}
    </Stack>
  );
}
