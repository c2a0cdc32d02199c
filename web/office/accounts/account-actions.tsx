import IconCopy from 'virtual:icons/copy';
import { Button, Code, Group, Text } from '@mantine/core';
import { type Account, accounts, type OpenSession } from '#contract/accounts.ts';
import type { Answer } from '#contract/call.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { CloseButton, ShownOnce } from '#web/ui/dialog/shown-once.tsx';
import { formatInstant } from '#web/ui/format/dates.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { copyText } from '../copy-text.ts';
import { describeAgent } from './describe-agent.ts';

export function deleteAccount({ username, email, role }: Account): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('accounts.delete.title', { username }),
      body: t('accounts.delete.body', { email, role: word('role', role) }),
      action: t('accounts.delete.action'),
      isDangerous: true,
    },
    { call: () => api(accounts.remove, { body: { email } }), failed: t('accounts.delete.failed') },
  );
}

export function resetPasswordOf({ admin_id, username, email }: Account): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('accounts.reset.title', { username }),
      body: t('accounts.reset.body', { email }),
      action: t('accounts.reset.action'),
      isDangerous: true,
    },
    {
      call: () => api(accounts.resetPassword, { params: { id: String(admin_id) } }),
      done: (made) =>
        openDialog<void>((close) => <PasswordDialog email={email} made={made} close={close} />, undefined),
      failed: t('accounts.reset.failed'),
    },
  );
}

export function resetByLinkOf({ admin_id, username, email }: Account): Promise<boolean> {
  const body = { language: currentLanguage(), by_mail: true };
  return confirmAndCall(
    {
      title: t('accounts.link.resetTitle', { username }),
      body: t('accounts.link.resetBody', { email }),
      action: t('accounts.link.make'),
      isDangerous: true,
    },
    {
      call: () => api(accounts.resetByLink, { params: { id: String(admin_id) }, body }),
      done: (made) => showLink(email, made),
      failed: t('accounts.link.failed'),
    },
  );
}

export function cancelLinkOf({ admin_id, username, email }: Account): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('accounts.link.cancelTitle', { username }),
      body: t('accounts.link.cancelBody', { email }),
      action: t('accounts.link.cancel'),
      isDangerous: true,
    },
    {
      call: () => api(accounts.cancelLink, { params: { id: String(admin_id) } }),
      failed: t('accounts.link.cancelFailed'),
    },
  );
}

export function removeFactorsOf({ admin_id, username, email }: Account): Promise<boolean> {
  return confirmAndCall(
    {
      title: t('accounts.factor.title', { username }),
      body: t('accounts.factor.body', { email }),
      action: t('accounts.factor.action'),
      isDangerous: true,
    },
    {
      call: () => api(accounts.removeFactors, { params: { id: String(admin_id) } }),
      failed: t('accounts.factor.failed'),
    },
  );
}

export function endOtherSession({ id, username, created_at, address, agent }: OpenSession): Promise<boolean> {
  const time = formatInstant(created_at);
  return confirmAndCall(
    {
      title: t('accounts.sessions.end.title', { username }),
      body: t('accounts.sessions.end.body', { time, address, program: describeAgent(agent), username }),
      action: t('accounts.sessions.end.action'),
      isDangerous: true,
    },
    { call: () => api(accounts.endSession, { params: { id } }), failed: t('accounts.sessions.end.failed') },
  );
}

type ShownLink = Omit<Answer<typeof accounts.resetByLink>, 'message'>;

export function showLink(email: string, made: ShownLink): Promise<void> {
  return openDialog<void>((close) => <LinkDialog email={email} made={made} close={close} />, undefined);
}

interface MadeProps<Made> {
  email: string;
  made: Made;
  close: () => void;
}

function LinkDialog({ email, made, close }: MadeProps<ShownLink>) {
  const address = made.link === null ? undefined : location.origin + made.link;
  return (
    <ShownOnce title={t('accounts.link.title', { email })} close={close}>
      {address !== undefined && (
        <Text size="sm">{t('accounts.link.show', { time: formatInstant(made.expires_at) })}</Text>
      )}
      {made.mail !== null && (
        <Text size="sm" mt="sm">
          {made.mail}
        </Text>
      )}
      {address !== undefined && (
        <Code block mt="md" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {address}
        </Code>
      )}
      <Group justify="flex-end" mt="md">
        {/* The clipboard exists only on a secure site. */}
        {address !== undefined && 'clipboard' in navigator && (
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => void copyText(address)}
          >
            {t('accounts.link.copy')}
          </Button>
        )}
        <CloseButton close={close} />
      </Group>
    </ShownOnce>
  );
}

function PasswordDialog({ email, made, close }: MadeProps<Answer<typeof accounts.resetPassword>>) {
  return (
    <ShownOnce title={t('accounts.reset.done', { email })} close={close}>
      <Text size="sm">{t('accounts.reset.show', { time: formatInstant(made.expires_at) })}</Text>
      <Code block fz="lg" my="md">
        {made.password}
      </Code>
      <Group justify="flex-end">
        <CloseButton close={close} />
      </Group>
    </ShownOnce>
  );
}
