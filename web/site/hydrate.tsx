import { type ComponentType, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Language } from '#contract/languages.ts';
import { createTranslate, type Messages, type Namespace } from '#web/i18n/translate.ts';
import type { HydrationProps } from './document.tsx';
import { keepCopy, keepForOffline } from './offline/keep-for-offline.ts';
import type { PageProps } from './page.ts';
import type { HydratedName } from './pages.ts';

/** Only the reader's language and the texts and code of the page are fetched. */
const texts = import.meta.glob<Record<string, string>>('../i18n/*/site/*.json', { import: 'default' });

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

async function bringToLife(root: HTMLElement, props: HydrationProps): Promise<void> {
  const { data, frame, isUnattended } = props;
  const [messages, Page] = await Promise.all([
    fetchTexts(props.texts, frame.language),
    components[props.page as HydratedName](),
  ]);
  const speech = { language: frame.language, t: createTranslate(messages, frame.language) };
  const Component = Page as ComponentType<{ data: typeof data; frame: typeof frame; speech: typeof speech }>;
  // Hydrates in slices of a few milliseconds, so that a slow phone answers touches in between.
  startTransition(() => {
    hydrateRoot(root, <Component data={data} frame={frame} speech={speech} />);
  });
  await (isUnattended ? keepCopy() : keepForOffline(speech));
}

async function fetchTexts(parts: readonly Namespace[], language: Language): Promise<Messages> {
  const fetchOne = (name: Namespace) => texts[`../i18n/${language}/site/${name}.json`]?.();
  return Object.assign({}, ...(await Promise.all(parts.map(fetchOne))));
}
