import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { HydrationProps } from './document.tsx';
import { loadTexts } from './load-texts.ts';
import { keepCopy, keepForOffline } from './offline/keep-for-offline.ts';
import type { PageProps } from './page.ts';
import type { HydratedName } from './pages.ts';

const components: { [Name in HydratedName]: () => Promise<ComponentType<PageProps<Name>>> } = {
  home: async () => (await import('./home/home-page.tsx')).HomePage,
  'daily-prices': async () => (await import('./daily-prices/daily-prices-page.tsx')).DailyPricesPage,
  'product-chart': async () => (await import('./product-chart/product-chart-page.tsx')).ProductChartPage,
  contact: async () => (await import('./contact/contact-page.tsx')).ContactPage,
  board: async () => (await import('./board/board-page.tsx')).BoardPage,
  alerts: async () => (await import('./alerts/alerts-page.tsx')).AlertsPage,
  'print-prices': async () => (await import('./daily-prices/print-prices-page.tsx')).PricesPrintPage,
};

const element = document.getElementById('page');
const text = document.getElementById('page-props')?.textContent;
if (element && text) await bringToLife(element, JSON.parse(text));

/** Fetches only the reader's language and the texts and code of the page. */
async function bringToLife(root: HTMLElement, props: HydrationProps): Promise<void> {
  const { data, frame, isUnattended } = props;
  const [translator, Page] = await Promise.all([
    loadTexts(props.texts, frame.language),
    components[props.page as HydratedName](),
  ]);
  const Component = Page as ComponentType<{ data: typeof data; frame: typeof frame; translator: typeof translator }>;
  // React hydrates in slices of a few milliseconds, so that a slow phone responds to touches between them.
  startTransition(() => {
    hydrateRoot(root, <Component data={data} frame={frame} translator={translator} />);
  });
  await (isUnattended ? keepCopy() : keepForOffline(translator));
}
