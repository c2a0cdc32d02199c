import { type OfficePath, officePages } from 'virtual:office/pages';
import { Badge, NavLink, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import type { Role } from '#contract/roles.ts';
import { t } from '#web/i18n/t.ts';
import { fitPath } from '#web/path.ts';
import { useWaiting } from '../approvals/use-waiting.ts';
import { warmPage } from '../import-page.ts';
import { crumbsTo } from '../screen.tsx';
import { menuFor } from './menu.ts';

export function MenuLinks({ role, onFollow = () => {} }: { role: Role; onFollow?: () => void }) {
  const menu = menuFor(role);
  const here = useHere(menu.flatMap(({ entries }) => entries.map(({ path }) => path)));
  const waiting = useWaiting();
  return menu.map(({ name, entries }) => (
    <section key={name ?? ''} className="menu-group" aria-label={t(name ?? 'shell.menu.start')}>
      {name !== undefined && <p className="menu-group-name">{t(name)}</p>}
      {entries.map(({ path, label, icon: Shape }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={t(label)}
          leftSection={<Shape size={18} aria-hidden />}
          {...(path === '/approvals' && waiting > 0 && { rightSection: <Waiting count={waiting} /> })}
          active={path === here}
          aria-current={path === here ? 'page' : undefined}
          className="menu-link"
          onClick={onFollow}
          onMouseEnter={() => warmPage(path)}
          onFocus={() => warmPage(path)}
        />
      ))}
    </section>
  ));
}

function Waiting({ count }: { count: number }) {
  return (
    <Badge size="sm">
      {count}
      <VisuallyHidden> {t('shell.entry.waiting', { count })}</VisuallyHidden>
    </Badge>
  );
}

/** Returns which of the paths is the current page, or its nearest parent page. */
export function useHere(paths: readonly OfficePath[]): OfficePath | undefined {
  const { pathname } = useLocation();
  const page = Object.keys(officePages).find((pattern) => fitPath(pattern, pathname)) as OfficePath | undefined;
  const way: string[] = page ? [...crumbsTo(page).map(({ to }) => to), page] : [];
  const nearest = way.findLast((one) => paths.some((path) => path === one));
  return paths.find((path) => path === nearest);
}
