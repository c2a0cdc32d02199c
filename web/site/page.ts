import type { ReactNode } from 'react';
import type { Day } from '#billing/calendar.ts';
import type { IndexedAs, PageDataByName, PageFrame, PageName, PageServing, PricesView } from '#contract/site.ts';
import type { Namespace, SiteMessageKey, Translator } from '#web/i18n/translate.ts';

export interface PageProps<Name extends PageName> {
  data: PageDataByName[Name];
  frame: PageFrame;
  speech: Translator;
}

/** What the parts of a page outside its component are written from. */
export interface Told<Data = unknown> extends Translator {
  data: Data;
  frame: PageFrame;
  /** The name of the centre in the language of the page. */
  centre: string;
}

/** A thing of schema.org. */
export type Thing = Record<string, unknown>;

/** A path is below `/share/si/` and another one for another day, because messengers store a picture by its address. */
export type PagePicture = { path: string; day: Day } | { image: string };

/** All that is known of a page. The browser gets only `show`, and only of a hydrated page. */
interface PageDefinition<Data> extends PageServing {
  show: (props: { data: Data; frame: PageFrame; speech: Translator }) => ReactNode;
  /** The path without its language: `/product/:id/chart`. No reader asks for a page without one. */
  path?: string;
  /** Beside those of every page. */
  texts?: readonly Namespace[];
  styles: readonly string[];
  title: (told: Told<Data>) => string;
  description?: (told: Told<Data>) => string;
  /** Search engines may list it. */
  indexed?: IndexedAs;
  /** The address for search engines, if not the one without a query; undefined where they should list nothing. */
  canonical?: (data: Data, here: string) => string | undefined;
  picture?: (data: Data) => PagePicture | undefined;
  structuredData?: (told: Told<Data>) => Thing[];
  /** Links to it in the header and the footer of every page, in the order of the list of pages. */
  navigation?: { top?: SiteMessageKey; bottom?: SiteMessageKey };
  isArticle?: true;
  hasNewsFeed?: true;
  /** Without header and footer: printed, or shown on a screen in the hall, where nobody touches it. */
  isBare?: 'paper' | 'screen';
  /** Stays in the language of its address, whatever a reader prefers. */
  isFixedLanguage?: true;
  showsEveryLanguage?: true;
  /** Run before the first paint. */
  earlyScripts?: readonly string[];
  view?: (data: Data) => PricesView;
  /** The closed days that the page itself mentions: all, or one day. */
  saysClosed?: 'all' | ((data: Data) => Day);
  status?: 404 | 500;
  /** The page shows a map of another address in a frame. */
  showsMap?: true;
}

export interface PublicPage<Data> extends PageDefinition<Data> {
  texts: readonly Namespace[];
  hydrated: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
export function page<Data, Hydrated extends boolean = false>({
  hydrated,
  ...definition
}: PageDefinition<Data> & { hydrated?: Hydrated }): PublicPage<Data> & { hydrated: Hydrated } {
  return {
    ...definition,
    texts: ['every-page', ...(definition.texts ?? [])],
    hydrated: (hydrated ?? false) as Hydrated,
  };
}

export function pictureOfDay(day: Day | null | undefined): PagePicture | undefined {
  return day ? { path: `${day}.png`, day } : undefined;
}
