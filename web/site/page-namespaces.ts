import type { PageName } from '#contract/site.ts';
import type { Namespace } from '#web/i18n/translate.ts';

const beyondEveryPage: Partial<Record<PageName, Namespace[]>> = {
  home: ['home', 'news'],
  news: ['news'],
  'news-item': ['news'],
  'daily-prices': ['prices', 'closed-days'],
  'product-chart': ['chart', 'closed-days', 'outlook'],
  contact: ['contact'],
  'open-data': ['open-data'],
  'how-right': ['outlook'],
  'print-prices': ['prices'],
};

export function namespacesOf(page: PageName): Namespace[] {
  return ['every-page', ...(beyondEveryPage[page] ?? [])];
}
