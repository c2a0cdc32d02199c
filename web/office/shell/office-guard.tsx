import IconDots from 'virtual:icons/dots';
import IconSearch from 'virtual:icons/search';
import { AppShell, Button, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useMatches, useNavigate, useNavigation } from 'react-router';
import { may } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { type Session, takeLeaving, useSession } from '#web/session.ts';
import { dismissQuestion } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { UNGUARDED } from '#web/ui/form/use-unsaved-guard.ts';
import { setPeople } from '#web/ui/format/person.tsx';
import { latePart } from '#web/ui/late-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { api, verifyWith } from '../api.ts';
import type { OfficePage } from '../page.ts';
import { placeOf } from '../place-of.ts';
import { loginAddress, officeStart } from '../session/next-page.ts';
import { VerifyDialog } from '../session/verify-dialog.tsx';
import { AccountLine } from './account.tsx';
import { menuFor } from './menu.ts';
import { MenuLinks, useHere } from './menu-links.tsx';
import { useEarlyKeys } from './use-early-keys.ts';
import { usePageKeys } from './use-page-keys.ts';

const PASSWORD_PAGE = placeOf('/change-password');
const FACTOR_PAGE = placeOf('/second-factor');

export function OfficeGuard() {
  const session = useSession();
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as OfficePage | undefined;
  if (!session) return <ToLogin sentence={page?.loggedOut ?? 'session.loggedOut'} />;
  const forced = session.mustChangePassword ? PASSWORD_PAGE : session.mustAddFactor ? FACTOR_PAGE : undefined;
  if (forced !== undefined && pathname !== forced) return <Navigate to={forced} replace state={UNGUARDED} />;
  const isAllowed = !page || may(session.role, page.permission);
  const content = isAllowed ? <Outlet /> : <NotAllowedPage role={session.role} />;
  return (
    <>
      {page?.isBare && isAllowed ? content : <OfficeShell session={session}>{content}</OfficeShell>}
      <VerifyPlace />
    </>
  );
}

function ToLogin({ sentence }: { sentence: MessageKey }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // An open dialog would remain visible above the login page.
    dismissQuestion();
    const left = takeLeaving();
    if (!left) toastFailed(t(sentence), 3);
    const address = left ? '/login' : loginAddress(pathname + search);
    void navigate(address, { replace: true, state: UNGUARDED });
  }, [navigate, pathname, search, sentence]);
  return null;
}

function NotAllowedPage({ role }: { role: Role }) {
  const first = menuFor(role)[0]?.entries[0];
  return (
    <Page title={t('shell.notAllowed.title')}>
      <Text>{t('shell.notAllowed.text', { role: word('role', role) })}</Text>
      {first && (
        <Group>
          <Button component={Link} to={first.path}>
            {t('shell.notAllowed.goTo', { screen: t(first.label) })}
          </Button>
        </Group>
      )}
    </Page>
  );
}

interface Asked {
  from: Element | null;
  answer: (isVerified: boolean) => void;
}

function VerifyPlace() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => verifyWith(() => new Promise((answer) => setAsked({ from: document.activeElement, answer }))), []);
  useEffect(() => () => asked?.answer(false), [asked]);
  if (!asked) return null;
  const end = (isVerified: boolean) => {
    setAsked(undefined);
    if (asked.from instanceof HTMLElement) asked.from.focus({ preventScroll: true });
    asked.answer(isVerified);
  };
  // The dialog is mounted last, so that it is above the form that requested it.
  return (
    <VerifyDialog isOpen act={t('session.verify.action')} onClose={() => end(false)} onVerified={() => end(true)} />
  );
}

const MoreDrawer = latePart(async () => (await import('./more-drawer.tsx')).MoreDrawer);

function BottomBar({ session }: { session: Session }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const most = menuFor(session.role).flatMap(({ entries }) => entries.filter(({ onPhone }) => onPhone !== undefined));
  const here = useHere(most.map(({ path }) => path));
  return (
    <>
      <AppShell.Footer hiddenFrom="md" component="nav" aria-label={t('shell.menu.main')} className="bottom-bar">
        {most.map(({ path, onPhone, icon: Shape }) => (
          <Link key={path} to={path} className="bottom-link" aria-current={path === here ? 'page' : undefined}>
            <Shape size={22} aria-hidden />
            {onPhone && t(onPhone)}
          </Link>
        ))}
        <UnstyledButton
          className="bottom-link"
          onClick={open}
          aria-haspopup="dialog"
          data-here={here === undefined || undefined}
        >
          <IconDots size={22} aria-hidden />
          {t('shell.menu.more')}
        </UnstyledButton>
      </AppShell.Footer>
      {isOpen && <MoreDrawer session={session} close={close} onMissing={close} />}
    </>
  );
}

const Palette = latePart(async () => (await import('./palette.tsx')).Palette);
const KeysDialog = latePart(async () => (await import('./keys-dialog.tsx')).KeysDialog);
const EVERYWHERE: string[] = [];

/**
 * Loads the names of people. Lists show email addresses until the names arrive. Roles that may not read the names
 * always see addresses.
 */
function useNames({ role, email, name }: Session): void {
  useEffect(() => {
    setPeople({ [email]: name });
    if (!may(role, 'books.read')) return undefined;
    const ending = new AbortController();
    const load = async () => {
      // The contract is imported only when needed, because this module is in the first bundle.
      const { accounts } = await import('#contract/accounts.ts');
      const { names } = await api(accounts.names, {}, { signal: ending.signal });
      if (!ending.signal.aborted) setPeople(names);
    };
    load().catch(() => undefined);
    return () => ending.abort();
  }, [role, email, name]);
}

function OfficeShell({ session, children }: { session: Session; children: ReactNode }) {
  useNames(session);
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const close = () => {
    keys.take();
    setPalette('closed');
  };
  const keys = useEarlyKeys(close);
  const open = () => {
    if (palette !== 'open') keys.hold();
    setPalette('open');
  };
  useHotkeys([['mod+K', open]], EVERYWHERE);
  const [hasKeys, { open: openKeys, close: closeKeys }] = useDisclosure(false);
  usePageKeys({ openPalette: open, openKeys });
  return (
    <AppShell
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: true } }}
      header={{ height: 48 }}
      footer={{ height: { base: 56, md: 0 } }}
      padding="md"
      layout="alt"
      className="office"
    >
      <a href="#content" className="skip-link">
        {t('shell.skip')}
      </a>
      <TopBar open={open} />
      <AppShell.Navbar className="sidebar" aria-label={t('shell.menu.label')} visibleFrom="md">
        <Brand />
        <div className="sidebar-menu">
          <MenuLinks role={session.role} />
        </div>
        <AccountLine session={session} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <div className="office-page">{children}</div>
      </AppShell.Main>
      <BottomBar session={session} />
      {hasKeys && <KeysDialog close={closeKeys} onMissing={closeKeys} />}
      {palette !== 'never' && (
        <Palette
          role={session.role}
          isOpen={palette === 'open'}
          takeKeys={keys.take}
          close={close}
          onMissing={() => {
            keys.take();
            setPalette('never');
          }}
        />
      )}
    </AppShell>
  );
}

function Brand() {
  return (
    <Link to={officeStart(useSession()?.role)} className="brand">
      <img src="/icon.svg" alt="" width={26} height={26} /> {t('shell.product')} <span>{t('shell.brand')}</span>
    </Link>
  );
}

function TopBar({ open }: { open: () => void }) {
  const isGoing = useNavigation().state === 'loading';
  return (
    <AppShell.Header className="top-bar">
      <span className="top-bar-brand">
        <Brand />
      </span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        onClick={open}
        className="palette-button"
      >
        <span className="palette-words">{t('shell.palette.search')}</span>
        <span className="palette-word">{t('shell.palette.short')}</span>
      </Button>
      {isGoing && <div className="going" role="progressbar" aria-label={t('shell.opening')} />}
    </AppShell.Header>
  );
}
