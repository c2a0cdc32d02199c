import alerts from './site/alerts.json' with { type: 'json' };
import board from './site/board.json' with { type: 'json' };
import calendar from './site/calendar.json' with { type: 'json' };
import chart from './site/chart.json' with { type: 'json' };
import contact from './site/contact.json' with { type: 'json' };
import elsewhere from './site/elsewhere.json' with { type: 'json' };
import everyPage from './site/every-page.json' with { type: 'json' };
import home from './site/home.json' with { type: 'json' };
import news from './site/news.json' with { type: 'json' };
import offline from './site/offline.json' with { type: 'json' };
import openData from './site/open-data.json' with { type: 'json' };
import outlook from './site/outlook.json' with { type: 'json' };
import poster from './site/poster.json' with { type: 'json' };
import prices from './site/prices.json' with { type: 'json' };
import seo from './site/seo.json' with { type: 'json' };
import stalls from './site/stalls.json' with { type: 'json' };
import tenant from './site/tenant.json' with { type: 'json' };
import whereToSell from './site/where-to-sell.json' with { type: 'json' };

/** The texts of the public pages, by file. Each page lists the files that it loads. */
export const siteTexts = {
  alerts,
  board,
  calendar,
  chart,
  contact,
  elsewhere,
  'every-page': everyPage,
  home,
  news,
  offline,
  'open-data': openData,
  outlook,
  poster,
  prices,
  seo,
  stalls,
  tenant,
  'where-to-sell': whereToSell,
};
