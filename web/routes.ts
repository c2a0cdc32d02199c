import type { Permission } from '#contract/permissions.ts';
import type { PageName } from '#contract/site.ts';

/**
 * Every page, and who may see it: the product's table of contents for people. Public pages are rendered by the server in
 * three languages (`/`, `/si/`, `/ta/`); office pages need a login and live in the browser.
 */
export const publicPages: Record<string, PageName> = {
  '/': 'home',
  '/home-dailyprice': 'daily-prices',
  '/product/:id/chart': 'product-chart',
  '/news': 'news',
  '/news/:id': 'news-item',
  '/contact': 'contact',
  '/open-data': 'open-data',
  '/print/prices/:date': 'print-prices',
  '/offline': 'offline',
};

export interface OfficePage {
  title: string;
  permission: Permission;
  /** The page that leads to it: its breadcrumb. */
  above?: string;
  /** The specification's own sentence for whoever comes without having logged in. */
  loggedOut?: string;
  /** Stands alone, without menu: a window that is opened to print from, and that no menu leads to. */
  isBare?: true;
}

const INVOICES_LOGGED_OUT = 'Unauthorized: Please log in first.';

/** Office pages by path; /login stands outside, for it needs no login. */
export const officePages = {
  '/admin-dashboard': { title: 'Dashboard', permission: 'dashboard.read' },
  '/manager-dashboard': { title: 'Manager dashboard', permission: 'dashboard.read', above: '/admin-dashboard' },
  '/shop-management': { title: 'Shop management', permission: 'books.read' },
  '/add-shop': { title: 'Add shop', permission: 'books.write', above: '/shop-management' },
  '/edit-shop/:id': { title: 'Edit shop', permission: 'books.write', above: '/view-shops' },
  '/view-shops': { title: 'Shops', permission: 'books.read', above: '/shop-management' },
  '/shop-summary': { title: 'Shop summary', permission: 'books.read', above: '/shop-management' },
  '/shop-summary/:shopId': { title: 'Shop summary', permission: 'books.read', above: '/view-shops' },
  '/system-setting': { title: 'System settings', permission: 'books.read', above: '/settings' },
  '/tenant-management': { title: 'Tenant management', permission: 'books.read' },
  '/add-tenant': { title: 'Add tenant', permission: 'books.write', above: '/tenant-management' },
  '/edit-tenant/:id': { title: 'Edit tenant', permission: 'books.write', above: '/view-tenants' },
  '/view-tenants': { title: 'Tenants', permission: 'books.read', above: '/tenant-management' },
  '/payments': { title: 'Payments', permission: 'books.read' },
  '/make-payment': { title: 'Make a payment', permission: 'books.write', above: '/payments' },
  '/record-payment': { title: 'Record payment', permission: 'books.write', above: '/payments' },
  '/view-payments': { title: 'All payments', permission: 'books.read', above: '/payments' },
  '/correct-payment': { title: 'Correct payment', permission: 'books.write', above: '/payments' },
  '/receipt/:paymentId': { title: 'Receipt', permission: 'books.read', above: '/view-payments' },
  '/invoices': { title: 'Invoices', permission: 'books.read', loggedOut: INVOICES_LOGGED_OUT },
  '/print/invoices': {
    title: 'Print invoices',
    permission: 'books.write',
    above: '/invoices',
    loggedOut: INVOICES_LOGGED_OUT,
    isBare: true,
  },
  '/reports': { title: 'Reports', permission: 'reports.read' },
  '/product-management': { title: 'Product management', permission: 'products.write' },
  '/add-product': { title: 'Add product', permission: 'products.write', above: '/product-management' },
  '/edit-product/:id': { title: 'Edit product', permission: 'products.write', above: '/view-products' },
  '/view-products': { title: 'Products', permission: 'products.write', above: '/product-management' },
  '/product-summary/:productId': { title: 'Product summary', permission: 'products.write', above: '/view-products' },
  '/daily-price': { title: 'Daily prices', permission: 'prices.write' },
  '/add-dailyprice': { title: 'Price sheet', permission: 'prices.write', above: '/daily-price' },
  '/view-dailyprices': { title: 'View daily prices', permission: 'prices.write', above: '/daily-price' },
  '/edit-dailyprice/:date/:productId': {
    title: 'Edit daily price',
    permission: 'prices.write',
    above: '/view-dailyprices',
  },
  '/import-prices': { title: 'Import prices', permission: 'prices.write', above: '/daily-price' },
  '/market-calendar': { title: 'Market calendar', permission: 'prices.write', above: '/daily-price' },
  '/vehicle-ticketing': { title: 'Vehicle tickets', permission: 'tickets.write' },
  '/SanitationDashboard': { title: 'Sanitation tickets', permission: 'tickets.write' },
  '/sanitation-ticketing': {
    title: 'Sanitation ticketing',
    permission: 'tickets.write',
    above: '/SanitationDashboard',
  },
  '/gate-shifts': { title: 'Gate shifts', permission: 'tickets.write', above: '/vehicle-ticketing' },
  '/check-ticket': { title: 'Check a ticket', permission: 'tickets.write', above: '/vehicle-ticketing' },
  '/check-ticket/:number': { title: 'Check a ticket', permission: 'tickets.write', above: '/vehicle-ticketing' },
  '/print/ticket/:number': { title: 'Print a ticket', permission: 'tickets.write', isBare: true },
  '/settings': { title: 'Settings', permission: 'books.read' },
  '/update-vat-rate': { title: 'VAT rate', permission: 'books.write', above: '/settings' },
  '/settings/generate-invoices': { title: 'Generate invoices', permission: 'books.write', above: '/settings' },
  '/settings/apply-fines': { title: 'Apply fines', permission: 'books.write', above: '/settings' },
  '/settings/fine-arrest': { title: 'Fine arrest action', permission: 'books.write', above: '/settings' },
  '/settings/invoice-arrest': { title: 'Invoice arrest action', permission: 'books.write', above: '/settings' },
  '/admin-panel': { title: 'Accounts', permission: 'accounts.read', above: '/settings' },
  '/system-logs': { title: 'System logs', permission: 'audit.read', above: '/settings' },
  '/publication': { title: 'Publication management', permission: 'publications.write' },
  '/add-publication': { title: 'Add publication', permission: 'publications.write', above: '/publication' },
  '/edit-publication/:id': { title: 'Edit publication', permission: 'publications.write', above: '/view-publications' },
  '/view-publications': { title: 'Publications', permission: 'publications.write', above: '/publication' },
  '/change-password': { title: 'Change password', permission: 'session.own' },
} as const satisfies Record<string, OfficePage>;

export type OfficePath = keyof typeof officePages;
