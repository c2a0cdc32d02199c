import type { PageName } from '#contract/site.ts';
import type { Namespace } from '#web/i18n/translate.ts';

const beyondEveryPage: Partial<Record<PageName, Namespace[]>> = {
  home: ['home', 'news', 'changes'],
  news: ['news'],
  'news-item': ['news'],
  'daily-prices': ['prices', 'changes', 'closed-days', 'share'],
  'product-chart': ['chart', 'changes', 'closed-days', 'share', 'outlook'],
  contact: ['contact'],
  'open-data': ['open-data', 'poster'],
  board: ['board', 'closed-days'],
  calendar: ['calendar', 'closed-days'],
  'how-right': ['outlook'],
  'print-prices': ['prices'],
  'print-poster': ['poster'],
  alerts: ['alerts'],
  alert: ['alerts'],
};

export function namespacesOf(page: PageName): Namespace[] {
  return ['every-page', ...(beyondEveryPage[page] ?? [])];
}
