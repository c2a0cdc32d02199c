import type { Language } from '#contract/languages.ts';
import type { PageName } from '#contract/site.ts';
import sinhalaFont from '#web/ui/fonts/sinhala.css?inline';
import tamilFont from '#web/ui/fonts/tamil.css?inline';
import alerts from './alerts/alerts.css?inline';
import base from './base.css?inline';
import board from './board/board.css?inline';
import calendar from './calendar/calendar.css?inline';
import chips from './chips.css?inline';
import contact from './contact/contact.css?inline';
import compact from './daily-prices/compact-list.css?inline';
import prices from './daily-prices/daily-prices.css?inline';
import empty from './daily-prices/empty-list.css?inline';
import cards from './daily-prices/price-cards.css?inline';
import print from './daily-prices/print-prices.css?inline';
import home from './home/home.css?inline';
import howRight from './how-right/how-right.css?inline';
import news from './news/news.css?inline';
import newsDialogs from './news/news-dialogs.css?inline';
import newsPages from './news/news-pages.css?inline';
import openData from './open-data/open-data.css?inline';
import poster from './poster/poster.css?inline';
import outlookPanel from './product-chart/outlook-panel.css?inline';
import chart from './product-chart/product-chart.css?inline';
import slides from './rotation/slides.css?inline';
import share from './share/share.css?inline';
import shell from './shell/shell.css?inline';
import sinhala from './sinhala.css?inline';
import tamil from './tamil.css?inline';

const ofLanguage: Record<Language, string> = { en: '', si: sinhalaFont + sinhala, ta: tamilFont + tamil };

const ofPage: Record<PageName, string> = {
  home: base + shell + slides + chips + news + newsDialogs + home,
  news: base + shell + chips + news + newsPages,
  'news-item': base + shell + news + newsPages,
  'daily-prices': base + shell + chips + prices + cards + compact + empty + share,
  'product-chart': base + shell + chart + share + outlookPanel,
  contact: base + shell + contact,
  calendar: base + shell + calendar,
  'open-data': base + shell + openData,
  alerts: base + shell + alerts,
  alert: base + shell + alerts,
  'how-right': base + shell + howRight,
  'print-prices': print,
  'print-poster': print + poster,
  board: base + board,
  offline: base + shell,
  'not-found': base + shell,
  broken: base + shell,
};

/** Small enough to be inline, so that the page is readable without another request. */
export function stylesOf(page: PageName, language: Language): string {
  return ofPage[page] + (page === 'board' ? sinhalaFont + tamilFont : ofLanguage[language]);
}
