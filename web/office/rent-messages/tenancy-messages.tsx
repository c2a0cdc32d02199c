import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type RentMessagesOfTenancy, rentMessages } from '#contract/rent-messages.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { useMay } from '../session/use-may.ts';
import { describeOccasion, describeState } from './messages-page.tsx';

/** Where messages to a tenant go, whether the tenant wants them, and the newest ones. */
export function TenancyMessagesPanel({ file }: { file: TenancyFile }) {
  const { tenant_id: id } = file;
  const load = useLoad(`rent messages of tenancy ${id}`, (signal) =>
    api(rentMessages.ofTenancy, { params: { id: String(id) } }, { signal }),
  );
  const title = t('rent-messages.panel.title');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <AsyncState load={load} failure={t('rent-messages.panel.failed')}>
          {(messages) => <Messages messages={messages} file={file} onChanged={load.reload} />}
        </AsyncState>
      </Stack>
    </Paper>
  );
}

interface MessagesProps {
  messages: RentMessagesOfTenancy;
  file: TenancyFile;
  onChanged: () => void;
}

const MOST_SHOWN = 5;

function Messages({ messages, file, onChanged }: MessagesProps) {
  const mayChange = useMay('payments.take') && file.erased_at === null;
  const { is_opted_out } = messages;
  return (
    <>
      <Text size="sm">{describeWay(messages)}</Text>
      {messages.messages.length === 0 && <Text size="sm">{t('rent-messages.panel.none')}</Text>}
      {messages.messages.slice(0, MOST_SHOWN).map((message) => (
        <Text key={message.message_id} size="sm">
          {[formatInstant(message.changed_at), describeOccasion(message), describeState(message)].join(' · ')}
        </Text>
      ))}
      {mayChange && (
        <Group>
          <Button size="xs" variant="default" onClick={() => void changeOptOut(file, !is_opted_out, onChanged)}>
            {t(is_opted_out ? 'rent-messages.panel.resume' : 'rent-messages.panel.end')}
          </Button>
        </Group>
      )}
    </>
  );
}

function describeWay({ is_opted_out, opted_out_on, opted_out_by, phone, email }: RentMessagesOfTenancy): string {
  if (is_opted_out) {
    const by = opted_out_by === 'tenant' ? t('rent-messages.panel.byTenant') : (opted_out_by ?? '');
    return t('rent-messages.panel.optedOut', { day: opted_out_on === null ? '' : formatOfficeDay(opted_out_on), by });
  }
  const list = [phone, email].filter((one) => one !== null);
  if (list.length === 0) return t('rent-messages.panel.nowhere');
  return t('rent-messages.panel.to', { list: list.join(', ') });
}

async function changeOptOut(
  { tenant_id, name }: TenancyFile,
  isOptedOut: boolean,
  onChanged: () => void,
): Promise<void> {
  const action = t(isOptedOut ? 'rent-messages.panel.end' : 'rent-messages.panel.resume');
  const text = isOptedOut ? 'rent-messages.panel.endText' : 'rent-messages.panel.resumeText';
  const call = () =>
    api(rentMessages.setOptOut, { params: { id: String(tenant_id) }, body: { is_opted_out: isOptedOut } });
  const question = { title: action, body: t(text, { tenant: name }), action };
  if (await confirmAndCall(question, { call, failed: t('rent-messages.panel.changeFailed') })) onChanged();
}
