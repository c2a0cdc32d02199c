import IconMailQuestion from 'virtual:icons/mail-question';
import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { mail, type StoredMail } from '#contract/mail.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';

const LOOK_AGAIN_MS = 3000;

export function useOpenMails(): Load<StoredMail[]> {
  const load = useLoad('open mails', (signal) => api(mail.list, { query: { open: 'true' } }, { signal }));
  const { data } = load;
  const reload = useEffectEvent(load.reload);
  useEffect(() => {
    if (!data?.some(isWaiting)) return undefined;
    const timer = setTimeout(() => reload(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return load;
}

function isWaiting({ state }: StoredMail): boolean {
  return state === 'queued' || state === 'sending';
}

export function OpenMailsPanel({ load, maySend }: { load: Load<StoredMail[]>; maySend: boolean }) {
  const mails = load.data ?? [];
  if (load.error !== undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('invoices.mails.failed')}
      </Text>
    );
  const unknown = mails.filter(({ state }) => state === 'unknown');
  const waiting = mails.filter(isWaiting).length;
  return (
    <>
      {waiting > 0 && (
        <Text size="sm" role="status">
          {t('invoices.mails.waiting', { count: waiting })}
        </Text>
      )}
      {unknown.length > 0 && (
        <Alert
          color="turmeric"
          icon={<IconMailQuestion aria-hidden />}
          title={t('invoices.mails.unknown', { count: unknown.length })}
        >
          <Text size="sm">{t('invoices.mails.unknownText')}</Text>
          <List size="sm" mah="12rem" style={{ overflowY: 'auto' }} aria-label={t('invoices.mails.unknownList')}>
            {unknown.map((one) => (
              <List.Item key={one.mail_id}>
                <UnknownMail mail={one} maySend={maySend} onSent={load.reload} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

interface UnknownMailProps {
  mail: StoredMail;
  maySend: boolean;
  onSent: () => void;
}

function UnknownMail({ mail: { invoice_id, shop_id, recipient }, maySend, onSent }: UnknownMailProps) {
  if (invoice_id === null)
    return (
      <Anchor component={Link} to={placeOf('/shop-summary/:shopId', { shopId: shop_id })} size="sm">
        {t('invoices.mails.statement', { shop: shop_id, recipient })}
      </Anchor>
    );
  return (
    <Group gap="sm">
      <span>
        <Unbroken text={t('invoices.mails.invoice', { id: invoice_id, recipient })} />
      </span>
      {maySend && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('invoices.mails.againLabel', { id: invoice_id })}
          onClick={() => void sendAgain({ invoice_id, recipient }, onSent)}
        >
          {t('invoices.mails.again')}
        </Button>
      )}
    </Group>
  );
}

/** Sends an email again. Asks first, because the tenant may have received the first one. */
async function sendAgain(
  { invoice_id, recipient }: Pick<StoredMail, 'recipient'> & { invoice_id: string },
  onSent: () => void,
): Promise<void> {
  const question = {
    title: t('invoices.mails.confirm.title', { id: invoice_id }),
    body: t('invoices.mails.confirm.body', { recipient }),
    action: t('invoices.mails.again'),
  };
  const body = { invoices: [{ invoice_id, again: true }] };
  const isOver = await confirmAndCall(question, {
    call: () => api(mail.sendInvoices, { body }, { idempotencyKey: newKey() }),
    done: ({ results }) => {
      for (const { success, message } of results) (success ? toastDone : toastFailed)(message);
    },
    failed: t('invoices.mails.notSent'),
    failedSeconds: 4,
  });
  if (isOver) onSent();
}
