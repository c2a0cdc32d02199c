import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { mail } from '#contract/mail.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { api } from '../api.ts';

type TestAnswer = Answer<typeof mail.testServer>;

export function MailTestPanel() {
  const [result, setResult] = useState<TestAnswer>();
  const own = useSession()?.email ?? '';
  const { isBusy, run } = useBusy(async () => {
    setResult(undefined);
    const failed = (error: unknown) => ({
      success: false,
      message: sentenceOf(error, t('mail.test.failed')),
      reply: null,
    });
    setResult(await api(mail.testServer, {}).catch(failed));
  });
  return (
    <Stack component="section" gap="sm" aria-label={t('mail.test.title')}>
      <Text size="sm">{t('mail.test.about', { address: own })}</Text>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconMail size={18} aria-hidden />}
        onClick={run}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('mail.test.send')}
      </Button>
      {result && (
        <Alert color={result.success ? 'green' : 'red'} role="status" title={result.message}>
          {result.reply !== null && (
            <>
              {t('mail.test.reply')} <Code>{result.reply}</Code>
            </>
          )}
        </Alert>
      )}
    </Stack>
  );
}
