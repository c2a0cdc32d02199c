import menu from 'virtual:office/menu';
import { officePages } from 'virtual:office/pages';
import { may } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import type { MessageKey } from '#web/i18n/t.ts';
import type { MenuEntry } from '../page.ts';

/** The groups of the menu in their order (specification 1, section 2, admin shell). */
const groups: Record<MenuEntry['group'], MessageKey | undefined> = {
  start: undefined,
  money: 'shell.group.money',
  prices: 'shell.group.prices',
  gate: 'shell.group.gate',
};

export function menuFor(role: Role) {
  const entries = menu.filter(({ path }) => may(role, officePages[path].permission));
  return Object.entries(groups)
    .map(([key, name]) => ({ name, entries: entries.filter(({ group }) => group === key) }))
    .filter(({ entries: ofGroup }) => ofGroup.length > 0);
}
