import type { ReactNode } from 'react';
import type { Day } from '#billing/calendar.ts';
import type {
  FrameOf,
  IndexedAs,
  PageDataByName,
  PageFrame,
  PageName,
  PageServing,
  PricesView,
} from '#contract/site.ts';
import type { Namespace, SiteMessageKey, Translator } from '#web/i18n/translate.ts';

export interface PageProps<Name extends PageName> {
  data: PageDataByName[Name];
  frame: FrameOf<Name>;
  translator: Translator;
}

/** The values from which a page's title, description and picture are written. */
export interface Told<Data = unknown> extends Translator {
  data: Data;
  frame: PageFrame;
  /** The name of the centre in the language of the page. */
  centre: string;
}

/** A schema.org object. */
export type Thing = Record<string, unknown>;

/**
 * A picture of a page, for previews in messengers. `path` is relative to `/share/{language}/` and contains the day,
 * because messengers cache pictures by address.
 */
export type PagePicture = { path: string; day: Day } | { image: string };

/** The browser gets only the component `show`, and only for hydrated pages. */
interface PageDefinition<Data> extends PageServing {
  show: (props: { data: Data; frame: PageFrame; translator: Translator }) => ReactNode;
  /** The path without its language: `/product/:id/chart`. A page without a path cannot be requested. */
  path?: string;
  /** Files of texts, in addition to those of every page. */
  texts?: readonly Namespace[];
  styles: readonly string[];
  title: (told: Told<Data>) => string;
  description?: (told: Told<Data>) => string;
  /** How the sitemap lists the page; without it search engines do not list the page. */
  indexed?: IndexedAs;
  /**
   * The address that search engines should list; by default the page's address without a query. Undefined if search
   * engines should not list the page.
   */
  canonical?: (data: Data, here: string) => string | undefined;
  picture?: (data: Data) => PagePicture | undefined;
  structuredData?: (told: Told<Data>) => Thing[];
  /**
   * The labels of the links to this page in every page's header (`top`) and footer (`bottom`). The links are in the
   * order of `pages` (pages.ts).
   */
  navigation?: { top?: SiteMessageKey; bottom?: SiteMessageKey };
  isArticle?: true;
  hasNewsFeed?: true;
  /**
   * Set for a page without header and footer: one that is printed, or one on a screen in the hall, which nobody
   * touches.
   */
  isBare?: 'paper' | 'screen';
  /** True for a page that is always in the language of its address, whatever a reader prefers. */
  isFixedLanguage?: true;
  /** The id of the part with which the first paint waits, so that a page is not painted without what it is about. */
  paintsWith?: string;
  /** Scripts that run before the first paint. */
  earlyScripts?: readonly string[];
  view?: (data: Data) => PricesView;
  /** The closed days that the page itself mentions: all, or one day. The strip of closed days omits them. */
  saysClosed?: 'all' | ((data: Data) => Day);
  status?: 404 | 500;
  /** True when the page embeds a map from another web site in a frame. */
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
