import { AppShell, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import { t } from '#web/i18n/t.ts';
import type { Session } from '#web/session.ts';
import { AccountPanel } from './account.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { MenuLinks } from './menu-links.tsx';
import { useEarlyKeys } from './use-early-keys.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const EVERYWHERE: string[] = [];

export function OfficeShell({ session, children }: { session: Session; children: ReactNode }) {
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
        <AccountPanel session={session} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <div className="office-page">{children}</div>
      </AppShell.Main>
      <BottomBar session={session} />
      {palette !== 'never' && (
        <Suspense>
          <Palette role={session.role} isOpen={palette === 'open'} takeKeys={keys.take} close={close} />
        </Suspense>
      )}
    </AppShell>
  );
}

function Brand() {
  return (
    <Link to="/admin-dashboard" className="brand">
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
