import { Alert, Box, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '#contract/call.ts';
import { type PlannedRentMessage, rentMessages } from '#contract/rent-messages.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import type { Question } from '#web/ui/dialog/question.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';

type Preview = Answer<typeof rentMessages.preview>;
type Occasion = 'bill' | 'reminder';

/** Shows what would be sent now and what it costs, and sends it if the person agrees. Returns whether it was sent. */
export async function previewAndSend(occasion: Occasion, maySend: boolean): Promise<boolean> {
  const loaded: { preview?: Preview } = {};
  await callAndTell({
    call: () => api(rentMessages.preview, { query: { occasion } }),
    done: (answer) => {
      loaded.preview = answer;
    },
    failed: t('rent-messages.preview.failed'),
  });
  const { preview } = loaded;
  if (!preview) return false;
  const question = questionOf(occasion, preview);
  if (!maySend || preview.messages.length === 0) {
    await confirm({ ...question, action: t('ui.dialog.close'), isNotice: true });
    return false;
  }
  return confirmAndCall(question, {
    call: () => api(rentMessages.send, { body: { occasion } }),
    doneSeconds: 5,
    failed: t('rent-messages.preview.sendFailed'),
  });
}

function questionOf(occasion: Occasion, preview: Preview): Question {
  return {
    title: t(`rent-messages.preview.${occasion}`),
    body: <PreviewBody preview={preview} />,
    action: t('rent-messages.preview.send'),
  };
}

function PreviewBody({ preview }: { preview: Preview }) {
  const { messages, left_out: leftOut, parts, cost } = preview;
  return (
    <Stack gap="sm">
      {obstaclesOf(preview).map((sentence) => (
        <Alert key={sentence} color="turmeric">
          {sentence}
        </Alert>
      ))}
      <Text fw={700}>
        {messages.length === 0
          ? t('rent-messages.preview.nothing')
          : t('rent-messages.preview.summary', { count: messages.length, parts, cost: formatMoney(cost) })}
      </Text>
      {parts > 0 && cost === 0 && <Text size="sm">{t('rent-messages.preview.free')}</Text>}
      <Box
        mah="40vh"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={t('rent-messages.column.text')}
      >
        {messages.map((message) => (
          <PlannedText key={`${message.channel} ${message.recipient}`} message={message} />
        ))}
      </Box>
      {leftOut.length > 0 && (
        <Box component="section" mah="25vh" style={{ overflowY: 'auto' }} tabIndex={0}>
          <Title order={3} size="h6">
            {t('rent-messages.preview.leftOut', { count: leftOut.length })}
          </Title>
          {groupByReason(leftOut).map(([reason, those]) => (
            <Text key={reason} size="sm" mt="xs">
              <b>{t('rent-messages.preview.reason', { reason, count: those.length })}</b>{' '}
              {those.map(({ shop_id, tenant_name }) => `${shop_id} ${tenant_name}`).join(', ')}
            </Text>
          ))}
        </Box>
      )}
    </Stack>
  );
}

/** The rarest reason is first, because it is the one to act on: most tenants are left out because nothing is due. */
function groupByReason(leftOut: Preview['left_out']): [string, Preview['left_out']][] {
  const groups = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...groups].toSorted(([, some], [, others]) => some.length - others.length);
}

function obstaclesOf({ gateway, has_mail_server, messages }: Preview): string[] {
  const has = (channel: PlannedRentMessage['channel']) => messages.some((message) => message.channel === channel);
  return [
    ...(gateway !== 'gateway' && has('sms') ? [t(`rent-messages.means.${gateway}`)] : []),
    ...(!has_mail_server && has('email') ? [t('rent-messages.means.noMail')] : []),
  ];
}

function PlannedText({ message }: { message: PlannedRentMessage }) {
  const { recipient, tenant_name, shops, text, parts, language, channel } = message;
  return (
    <Box mb="sm">
      <Text size="sm" c="dimmed">
        {[shops, tenant_name, recipient].join(' · ')}
        {channel === 'sms' && ` · ${t('rent-messages.column.parts')}: ${parts}`}
      </Text>
      <Text size="sm" lang={language} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Box>
  );
}
