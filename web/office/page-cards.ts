import { type OfficePath, officePages } from 'virtual:office/pages';
import type { ReactNode } from 'react';
import { may } from '#contract/permissions.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import type { CardLink } from '#web/ui/card-links.tsx';
import type { OfficeCard } from './page.ts';

/** Returns the cards of the pages that the role may open. */
export function usePageCards(cards: readonly OfficeCard[]): CardLink[] {
  const role = useSession()?.role;
  return cards
    .filter(({ path }) => role !== undefined && may(role, officePages[path].permission))
    .map(({ path, title, text, icon }) => ({ to: path, title: t(title), text: t(text), icon }));
}

/** A list is a page of its own, and the content of the page above it, whose cards are its head. */
export interface ListPageProps {
  path?: OfficePath;
  head?: ReactNode;
}
