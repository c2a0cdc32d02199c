import type { ComponentType } from 'react';
import type { OfficePath, officePages } from '#web/routes.ts';

type PageImport = () => Promise<{ Component: ComponentType }>;

/** Paths of web/routes.ts that are there: those without a `comesWith`. */
type BuiltPath = {
  [Path in OfficePath]: (typeof officePages)[Path] extends { comesWith: string } ? never : Path;
}[OfficePath];

/** Where the component of each page is, fetched when the page is first opened; a page that is forgotten does not compile. */
const pageImports: Record<BuiltPath, PageImport> = {
  '/product-management': async () => ({
    Component: (await import('./products/product-menu-page.tsx')).ProductMenuPage,
  }),
  '/add-product': async () => ({ Component: (await import('./products/add-product-page.tsx')).AddProductPage }),
  '/edit-product/:id': async () => ({ Component: (await import('./products/edit-product-page.tsx')).EditProductPage }),
  '/view-products': async () => ({ Component: (await import('./products/products-page.tsx')).ProductsPage }),
  '/product-summary/:productId': async () => ({
    Component: (await import('./products/product-summary-page.tsx')).ProductSummaryPage,
  }),
  '/daily-price': async () => ({
    Component: (await import('./prices/daily-price-menu-page.tsx')).DailyPriceMenuPage,
  }),
  '/add-dailyprice': async () => ({ Component: (await import('./prices/price-sheet-page.tsx')).PriceSheetPage }),
  '/view-dailyprices': async () => ({ Component: (await import('./prices/view-prices-page.tsx')).ViewPricesPage }),
  '/edit-dailyprice/:date/:productId': async () => ({
    Component: (await import('./prices/edit-price-page.tsx')).EditPricePage,
  }),
  '/import-prices': async () => ({ Component: (await import('./prices/import-prices-page.tsx')).ImportPricesPage }),
  '/change-password': async () => ({
    Component: (await import('./session/change-password-page.tsx')).ChangePasswordPage,
  }),
};

/** How to fetch the component of a page; undefined for one that is not there yet. */
export function importOf(path: OfficePath): PageImport | undefined {
  return (pageImports as Partial<Record<OfficePath, PageImport>>)[path];
}

/** Fetches the code of a page ahead, as soon as somebody points at a link to it. A failure shows when it is opened. */
export function warmPage(path: OfficePath): void {
  importOf(path)?.().catch(() => undefined);
}
