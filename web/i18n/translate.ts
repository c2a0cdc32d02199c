import type { Language } from '#contract/languages.ts';
import { formatMessage, type MessageValues } from '#contract/messages/format-message.ts';
import type alerts from './en/site/alerts.json';
import type board from './en/site/board.json';
import type calendar from './en/site/calendar.json';
import type changes from './en/site/changes.json';
import type chart from './en/site/chart.json';
import type closedDays from './en/site/closed-days.json';
import type contact from './en/site/contact.json';
import type everyPage from './en/site/every-page.json';
import type home from './en/site/home.json';
import type news from './en/site/news.json';
import type openData from './en/site/open-data.json';
import type outlook from './en/site/outlook.json';
import type poster from './en/site/poster.json';
import type prices from './en/site/prices.json';
import type seo from './en/site/seo.json';
import type share from './en/site/share.json';

interface SiteCatalogues {
  'every-page': typeof everyPage;
  alerts: typeof alerts;
  prices: typeof prices;
  changes: typeof changes;
  board: typeof board;
  calendar: typeof calendar;
  chart: typeof chart;
  'closed-days': typeof closedDays;
  home: typeof home;
  news: typeof news;
  contact: typeof contact;
  'open-data': typeof openData;
  poster: typeof poster;
  outlook: typeof outlook;
  seo: typeof seo;
  share: typeof share;
}
export type Namespace = keyof SiteCatalogues;

/** All three languages have the same keys (a test compares them). */
export type Messages = Record<{ [Name in Namespace]: keyof SiteCatalogues[Name] }[Namespace], string>;

export type SiteMessageKey = keyof Messages;

export type Translate = (key: SiteMessageKey, values?: MessageValues) => string;

export function createTranslate(messages: Messages, language: Language): Translate {
  return (key, values = {}) => formatMessage(messages[key], values, language);
}

export interface Translator {
  language: Language;
  t: Translate;
}
