import type { OfficePath } from 'virtual:office/pages';
import type { ComponentType } from 'react';
import type { SetupStep } from '#contract/dashboard.ts';
import type { Permission } from '#contract/permissions.ts';
import type { MessageKey } from '#web/i18n/t.ts';
import type { Icon } from '#web/ui/icon/make-icon.ts';

/**
 * The result of `load`. Each page of the list writes it out: a page uses the addresses of all pages, so TypeScript cannot
 * infer it.
 */
export type Loaded = Promise<ComponentType>;

interface MenuPlace {
  group: 'start' | 'money' | 'prices' | 'gate';
  label: MessageKey;
  /** The name of an icon of Tabler. */
  icon: string;
  /** The label in the bar at the bottom of a phone. Pages without it are only in the whole menu. */
  onPhone?: MessageKey;
}

interface PageCard {
  title: MessageKey;
  text: MessageKey;
  /** The name of an icon of Tabler. */
  icon: string;
  group?: 'centre' | 'rates' | 'actions' | 'records';
  /** The setup step whose state the card shows. */
  step?: SetupStep;
}

/** How people reach a page: from the menu, from a card on the page above it, or only by links of other pages. */
type WayIn = { menu: MenuPlace; card?: PageCard } | { card: PageCard } | { isLinked: true };

export interface OfficePage {
  title: MessageKey;
  permission: Permission;
  above?: string;
  /** The message that the specification requires for visitors without a session. */
  loggedOut?: MessageKey;
  isBare?: true;
  /** A page that is for its list: on a phone the first row is on the first screen. */
  isList?: true;
  /** Everyday words by which people look for the page, in addition to its title. */
  words?: MessageKey;
}

export type PageDefinition = OfficePage & WayIn & { load: () => Loaded };

/** An entry of the menu, as the build makes it from `menu` of a page. */
export interface MenuEntry extends Omit<MenuPlace, 'icon'> {
  path: OfficePath;
  icon: Icon;
}

/** A card, as the build makes it from `card` of a page. */
export interface OfficeCard extends Omit<PageCard, 'icon'> {
  path: OfficePath;
  icon: Icon;
}
