import type { PageName } from '#contract/site.ts';
import type { Namespace } from '#web/i18n/translate.ts';

const beyondEveryPage: Partial<Record<PageName, Namespace[]>> = {
  home: ['home', 'news'],
  news: ['news'],
  'news-item': ['news'],
  'daily-prices': ['prices', 'closed-days'],
  'product-chart': ['chart', 'closed-days'],
  contact: ['contact'],
  'open-data': ['open-data'],
  'print-prices': ['prices'],
  alerts: ['alerts'],
  alert: ['alerts'],
};

export function namespacesOf(page: PageName): Namespace[] {
  return ['every-page', ...(beyondEveryPage[page] ?? [])];
}
