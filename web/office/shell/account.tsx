import IconChevronUp from 'virtual:icons/chevron-up';
import IconExternalLink from 'virtual:icons/external-link';
import IconKey from 'virtual:icons/key';
import IconLogout from 'virtual:icons/logout';
import IconShieldLock from 'virtual:icons/shield-lock';
import { ActionIcon, Anchor, Avatar, Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import type { Language } from '#contract/languages.ts';
import { session } from '#contract/session.ts';
import { sentenceOf } from '#web/client.ts';
import { storeLanguage } from '#web/i18n/choose-language.ts';
import { currentLanguage, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { currentSession, forgetSession, type Session } from '#web/session.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { askBeforeReload } from '#web/ui/form/use-unsaved-guard.ts';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { endSession } from '../session/sign-in.ts';

/** The account in the menu of a phone. */
export function AccountPanel({ session, onFollow }: { session: Session; onFollow: () => void }) {
  return (
    <section aria-label={t('shell.account.label')} className="account">
      <AccountFace session={session} />
      <AccountWays onFollow={onFollow} />
      <Button
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void logout()}
      >
        {t('shell.account.logout')}
      </Button>
    </section>
  );
}

/**
 * The account in the sidebar. It is one line, so that the whole menu fits on a small screen. A click on the name opens
 * the links and settings of the account.
 */
export function AccountLine({ session }: { session: Session }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <section aria-label={t('shell.account.label')} className="account-line">
      <Popover
        opened={isOpen}
        onChange={close}
        onDismiss={close}
        position="top-start"
        width={240}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <UnstyledButton className="account-open" onClick={toggle}>
            <AccountFace session={session} />
            <IconChevronUp size={16} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('shell.account.label')}>
          <AccountWays onFollow={close} />
        </Popover.Dropdown>
      </Popover>
      <ActionIcon
        variant="transparent"
        size={32}
        className="account-logout"
        aria-label={t('shell.account.logout')}
        title={t('shell.account.logout')}
        onClick={() => void logout()}
      >
        <IconLogout size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
}

function AccountFace({ session: { name, email, role } }: { session: Session }) {
  return (
    <span className="account-face">
      <Avatar radius="50%" size={32} className="account-initials" aria-hidden>
        {initialsOf(name || email)}
      </Avatar>
      <span className="account-names">
        <Text span display="block" size="sm" fw={700} lh={1.25} truncate title={email}>
          {name || email}
        </Text>
        <Text span display="block" size="xs" lh={1.25} truncate>
          {word('role', role)}
        </Text>
      </span>
    </span>
  );
}

function AccountWays({ onFollow }: { onFollow: () => void }) {
  return (
    <Stack gap="sm">
      <Stack gap="var(--space-1)" align="flex-start">
        <Anchor component={Link} to={placeOf('/change-password')} onClick={onFollow} size="sm" className="account-link">
          <IconKey size={16} aria-hidden /> {t('shell.account.password')}
        </Anchor>
        <Anchor component={Link} to={placeOf('/second-factor')} onClick={onFollow} size="sm" className="account-link">
          <IconShieldLock size={16} aria-hidden /> {t('shell.account.secondFactor')}
        </Anchor>
        <Anchor href="/" size="sm" className="account-link">
          <IconExternalLink size={16} aria-hidden /> {t('shell.account.publicSite')}
        </Anchor>
      </Stack>
      <LanguageSwitch shown={currentLanguage()} choose={(language) => void change(language)} />
    </Stack>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}

/** Changes the language and reloads, so that no text in the previous language remains on the screen. */
async function change(language: Language): Promise<void> {
  if (language === currentLanguage() || !(await askBeforeReload())) return;
  try {
    await api(session.setLanguage, { body: { language } });
  } catch (error) {
    toastFailed(sentenceOf(error, t('shared.call.unreached')), 5);
    return;
  }
  storeLanguage(language);
  location.reload();
}

/** Signs out. The session ends on this device even if the server cannot be reached. */
async function logout(): Promise<void> {
  const isSure = await confirm({ title: t('session.logout.title'), action: t('session.logout.action') });
  if (!isSure) return;
  const token = currentSession()?.token;
  forgetSession({ byChoice: true });
  await endSession(token).catch(() => undefined);
}
