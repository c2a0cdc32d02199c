import { Alert, Stack } from '@mantine/core';
import { type MailServerAnswer, mail } from '#contract/mail.ts';
import { t } from '#web/i18n/t.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { CentrePage } from '../centre/centre-page.tsx';
import { useMay } from '../session/use-may.ts';
import { MailServerForm } from './mail-server-form.tsx';
import { MailTestPanel } from './mail-test-panel.tsx';

export function MailServerPage() {
  const load = useLoad('mail server', (signal) => api(mail.getServer, {}, { signal }));
  const isWriter = useMay('settings.write');
  return (
    <CentrePage path="/settings/mail-server" subtitle="mail.page.subtitle" load={load} event="Mail Server Changed">
      {(stored) => (
        <Stack gap="lg" maw={760}>
          <OperatorNote operator={stored.operator} />
          <MailServerForm stored={stored} onSaved={load.reload} />
          {isWriter && <MailTestPanel />}
        </Stack>
      )}
    </CentrePage>
  );
}

function OperatorNote({ operator: { server, sender } }: Pick<MailServerAnswer, 'operator'>) {
  if (server === null && sender === null) return null;
  return (
    <Alert>
      {server !== null && <div>{t('mail.page.operatorServer', { server })}</div>}
      {sender !== null && <div>{t('mail.page.operatorSender', { sender })}</div>}
    </Alert>
  );
}
