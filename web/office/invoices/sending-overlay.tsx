import { Alert, Button, Group, List, Loader, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { failureText, type Sending } from './use-sending.ts';

/** Lies over the screen while invoices are sent: a spinner, how far it is, and a way to end it. */
export function SendingOverlay({ sending: { progress, stop } }: { sending: Sending }) {
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
      title={<Text fw={600}>Sending invoices</Text>}
    >
      <Stack gap="md">
        <Group wrap="nowrap">
          <Loader aria-hidden />
          <Text role="status">
            {`${results.length} of ${total} done`}
            {failed > 0 && `, ${failed} could not be sent`}
          </Text>
        </Group>
        <Progress value={(100 * results.length) / total} aria-label="Invoices sent" />
        <Group justify="flex-end">
          <Button variant="default" onClick={stop} loading={isStopping}>
            Stop
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Names every invoice that could not be sent, until somebody has read it. */
export function NotSent({ sending: { failures, forgetFailures } }: { sending: Sending }) {
  if (failures.length === 0) return null;
  const title = failures.length === 1 ? 'One invoice was not sent' : `${failures.length} invoices were not sent`;
  return (
    <Alert
      color="red"
      icon={<IconMailX aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel="Close this list"
      onClose={forgetFailures}
    >
      <List size="sm" mah="12rem" style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Invoices that were not sent">
        {failures.map((failure) => (
          <List.Item key={failure.invoice_id}>{failureText(failure)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
