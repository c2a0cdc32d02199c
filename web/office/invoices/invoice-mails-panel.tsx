import { List, Text } from '@mantine/core';
import { mail } from '#contract/mail.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';

export function InvoiceMails({ id }: { id: string }) {
  const load = useLoad(`mails of ${id}`, (signal) => api(mail.list, { query: { invoice_id: id } }, { signal }));
  if (load.error !== undefined) return <Dimmed text={t('invoices.mails.failed')} />;
  if (!load.data) return null;
  if (load.data.length === 0) return <Dimmed text={t('invoices.mails.none')} />;
  return (
    <List size="sm" aria-label={t('invoices.mails.list', { id })}>
      {load.data.map(({ mail_id, state, message, updatedAt }) => (
        <List.Item key={mail_id}>
          {t('invoices.mails.line', {
            time: formatInstant(updatedAt),
            state: t(`invoices.mails.state.${state}`),
            message,
          })}
        </List.Item>
      ))}
    </List>
  );
}

function Dimmed({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
