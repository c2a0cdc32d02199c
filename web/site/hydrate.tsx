import { hydrateRoot } from 'react-dom/client';
import type { Language, PageName } from '#contract/site.ts';
import { type Messages, translator } from '#web/i18n/translate.ts';
import type { HydrationProps } from './document.tsx';

/** Only the reader's own language and the page's own code are fetched. */
const catalogues: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import('#web/i18n/en.json'),
  si: () => import('#web/i18n/si.json'),
  ta: () => import('#web/i18n/ta.json'),
};

const components: Partial<Record<PageName, () => Promise<unknown>>> = {
  'daily-prices': async () => (await import('./daily-prices/daily-prices-page.tsx')).DailyPricesPage,
  'product-chart': async () => (await import('./product-chart/product-chart-page.tsx')).ProductChartPage,
  'print-prices': async () => (await import('./daily-prices/print-prices-page.tsx')).PricesPrintPage,
};

const element = document.getElementById('page');
const text = document.getElementById('page-props')?.textContent;
if (element && text) await bringToLife(element, JSON.parse(text));

/** Gives a server-rendered page its behaviour. */
async function bringToLife(root: HTMLElement, { page, data, frame }: HydrationProps): Promise<void> {
  const [messages, Page] = await Promise.all([catalogues[frame.language](), components[page]?.()]);
  const speech = { language: frame.language, t: translator(messages.default, frame.language) };
  const Component = Page as React.ComponentType<{ data: typeof data; frame: typeof frame; speech: typeof speech }>;
  hydrateRoot(root, <Component data={data} frame={frame} speech={speech} />);
}
