import { Anchor, Avatar, Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react';
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
import { endSession } from '../session/sign-in.ts';

export function AccountPanel({ session, onFollow }: { session: Session; onFollow?: () => void }) {
  return (
    <section aria-label={t('shell.account.label')} className="account">
      <Group gap="sm" wrap="nowrap">
        <Avatar radius="xl" size={36} color="turmeric.3" variant="filled" aria-hidden>
          {initialsOf(session.name || session.email)}
        </Avatar>
        <div className="account-names">
          <Text size="sm" fw={600} truncate title={session.email}>
            {session.name || session.email}
          </Text>
          <Text size="xs">{word('role', session.role)}</Text>
        </div>
      </Group>
      <Group gap="xs" className="account-ways">
        <Anchor component={Link} to="/change-password" onClick={onFollow} size="sm" className="account-link">
          <IconKey size={16} aria-hidden /> {t('shell.account.password')}
        </Anchor>
        <Anchor component={Link} to="/second-factor" onClick={onFollow} size="sm" className="account-link">
          <IconShieldLock size={16} aria-hidden /> {t('shell.account.secondFactor')}
        </Anchor>
        <Anchor href="/" size="sm" className="account-link">
          <IconExternalLink size={16} aria-hidden /> {t('shell.account.publicSite')}
        </Anchor>
      </Group>
      <LanguageSwitch shown={currentLanguage()} choose={(language) => void change(language)} />
      <Button
        variant="default"
        size="xs"
        fullWidth
        className="account-logout"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void logout()}
      >
        {t('shell.account.logout')}
      </Button>
    </section>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}

/** Changes the language and reloads, so that no text of the other language remains on the screen. */
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
