import { AppShell, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { t } from '#web/i18n/t.ts';
import type { Session } from '#web/session.ts';
import { menuFor } from './menu.ts';
import { useIsHere } from './menu-links.tsx';

const MoreDrawer = lazy(async () => ({ default: (await import('./more-drawer.tsx')).MoreDrawer }));

export function BottomBar({ session }: { session: Session }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const isHere = useIsHere();
  const most = menuFor(session.role).flatMap(({ entries }) => entries.filter(({ onPhone }) => onPhone !== undefined));
  const isMore = !most.some(({ path }) => isHere(path));
  return (
    <>
      <AppShell.Footer hiddenFrom="md" component="nav" aria-label={t('shell.menu.main')} className="bottom-bar">
        {most.map(({ path, onPhone, icon: Shape }) => (
          <Link key={path} to={path} className="bottom-link" aria-current={isHere(path) ? 'page' : undefined}>
            <Shape size={22} aria-hidden />
            {onPhone && t(onPhone)}
          </Link>
        ))}
        <UnstyledButton className="bottom-link" onClick={open} aria-haspopup="dialog" data-here={isMore || undefined}>
          <IconDots size={22} aria-hidden />
          {t('shell.menu.more')}
        </UnstyledButton>
      </AppShell.Footer>
      {isOpen && (
        <Suspense>
          <MoreDrawer session={session} close={close} />
        </Suspense>
      )}
    </>
  );
}
