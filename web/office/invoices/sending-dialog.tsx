import { Alert, Button, Group, List, Loader, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { t } from '#web/i18n/t.ts';
import { failureText, type InvoiceSending } from './use-sending.ts';

export function SendingDialog({ sending: { progress, stop } }: { sending: InvoiceSending }) {
  if (!progress) return null;
  const { results, total, isStopping } = progress;
  const failed = results.filter(({ success }) => !success).length;
  return (
    <Modal
      opened
      onClose={stop}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      title={<Text fw={600}>{t('invoices.send.title')}</Text>}
    >
      <Stack gap="md">
        <Group wrap="nowrap">
          <Loader aria-hidden />
          <Text role="status">{t('invoices.send.progress', { done: results.length, total, failed })}</Text>
        </Group>
        <Progress value={(100 * results.length) / total} aria-label={t('invoices.send.sent')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={stop} loading={isStopping}>
            {t('invoices.send.stop')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function NotSentList({ sending: { failures, forgetFailures } }: { sending: InvoiceSending }) {
  if (failures.length === 0) return null;
  const title = t('invoices.send.notSent', { count: failures.length });
  return (
    <Alert
      color="red"
      icon={<IconMailX aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel={t('invoices.send.dismiss')}
      onClose={forgetFailures}
    >
      <List
        size="sm"
        mah="12rem"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        aria-label={t('invoices.send.notSentList')}
      >
        {failures.map((failure) => (
          <List.Item key={failure.invoice_id}>{failureText(failure)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
