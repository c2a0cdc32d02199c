import type { Permission } from '#contract/permissions.ts';
import type { MessageKey } from '#web/i18n/t.ts';

export interface OfficePage {
  title: MessageKey;
  permission: Permission;
  above?: string;
  /** The message that the specification requires for visitors without a session. */
  loggedOut?: MessageKey;
  isBare?: true;
}

const INVOICES_LOGGED_OUT = 'session.loggedOut.invoices';

export const openOfficePaths = ['/login', '/password-link', '/market-restored'];

/** Pages that need a permission. */
export const officePages = {
  '/admin-dashboard': { title: 'shell.page.admin-dashboard', permission: 'dashboard.read' },
  '/manager-dashboard': {
    title: 'shell.page.manager-dashboard',
    permission: 'dashboard.read',
    above: '/admin-dashboard',
  },
  '/shop-management': { title: 'shell.page.shop-management', permission: 'books.read' },
  '/add-shop': { title: 'shell.page.add-shop', permission: 'books.write', above: '/shop-management' },
  '/edit-shop/:id': { title: 'shell.page.edit-shop', permission: 'books.write', above: '/view-shops' },
  '/view-shops': { title: 'shell.page.view-shops', permission: 'books.read', above: '/shop-management' },
  '/shop-summary': { title: 'shell.page.shop-summary', permission: 'books.read', above: '/shop-management' },
  '/shop-summary/:shopId': { title: 'shell.page.shop-summary-shop', permission: 'books.read', above: '/view-shops' },
  '/system-setting': { title: 'shell.page.system-setting', permission: 'reports.read', above: '/settings' },
  '/tenant-management': { title: 'shell.page.tenant-management', permission: 'books.read' },
  '/add-tenant': { title: 'shell.page.add-tenant', permission: 'books.write', above: '/tenant-management' },
  '/edit-tenant/:id': { title: 'shell.page.edit-tenant', permission: 'books.write', above: '/view-tenants' },
  '/view-tenants': { title: 'shell.page.view-tenants', permission: 'books.read', above: '/tenant-management' },
  '/tenancy/:id': { title: 'shell.page.tenancy', permission: 'books.read', above: '/view-tenants' },
  '/end-tenancy/:id': { title: 'shell.page.end-tenancy', permission: 'books.write', above: '/view-tenants' },
  '/payments': { title: 'shell.page.payments', permission: 'books.read' },
  '/my-day': { title: 'shell.page.my-day', permission: 'payments.take', above: '/payments' },
  '/cash-sessions': { title: 'shell.page.cash-sessions', permission: 'books.read', above: '/payments' },
  '/cheques': { title: 'shell.page.cheques', permission: 'books.read', above: '/payments' },
  '/electronic-payments': { title: 'shell.page.electronic-payments', permission: 'books.read', above: '/payments' },
  '/money-places': { title: 'shell.page.money-places', permission: 'shifts.all', above: '/payments' },
  '/make-payment': { title: 'shell.page.make-payment', permission: 'payments.take', above: '/payments' },
  '/record-payment': { title: 'shell.page.record-payment', permission: 'payments.take', above: '/payments' },
  '/view-payments': { title: 'shell.page.view-payments', permission: 'books.read', above: '/payments' },
  '/correct-payment': { title: 'shell.page.correct-payment', permission: 'payments.take', above: '/payments' },
  '/receipt/:paymentId': { title: 'shell.page.receipt', permission: 'books.read', above: '/view-payments' },
  '/invoices': { title: 'shell.page.invoices', permission: 'books.read', loggedOut: INVOICES_LOGGED_OUT },
  '/print/invoices': {
    title: 'shell.page.print-invoices',
    permission: 'books.write',
    above: '/invoices',
    loggedOut: INVOICES_LOGGED_OUT,
    isBare: true,
  },
  '/reports': { title: 'shell.page.reports', permission: 'reports.read' },
  '/rent-roll': { title: 'shell.page.rent-roll', permission: 'reports.read', above: '/reports' },
  '/product-management': { title: 'shell.page.product-management', permission: 'products.write' },
  '/add-product': { title: 'shell.page.add-product', permission: 'products.write', above: '/product-management' },
  '/edit-product/:id': { title: 'shell.page.edit-product', permission: 'products.write', above: '/view-products' },
  '/view-products': { title: 'shell.page.view-products', permission: 'products.write', above: '/product-management' },
  '/product-summary/:productId': {
    title: 'shell.page.product-summary',
    permission: 'products.write',
    above: '/view-products',
  },
  '/daily-price': { title: 'shell.page.daily-price', permission: 'prices.write' },
  '/add-dailyprice': { title: 'shell.page.add-dailyprice', permission: 'prices.write', above: '/daily-price' },
  '/view-dailyprices': { title: 'shell.page.view-dailyprices', permission: 'prices.write', above: '/daily-price' },
  '/edit-dailyprice/:date/:productId': {
    title: 'shell.page.edit-dailyprice',
    permission: 'prices.write',
    above: '/view-dailyprices',
  },
  '/import-shops': { title: 'shell.page.import-shops', permission: 'books.write', above: '/shop-management' },
  '/import-products': {
    title: 'shell.page.import-products',
    permission: 'books.write',
    above: '/product-management',
  },
  '/import-market': { title: 'shell.page.import-market', permission: 'settings.write', above: '/admin-dashboard' },
  '/restore-market': { title: 'shell.page.restore-market', permission: 'settings.write', above: '/admin-dashboard' },
  '/import-prices': { title: 'shell.page.import-prices', permission: 'prices.write', above: '/daily-price' },
  '/market-calendar': { title: 'shell.page.market-calendar', permission: 'prices.write', above: '/daily-price' },
  '/vehicle-ticketing': { title: 'shell.page.vehicle-ticketing', permission: 'tickets.write' },
  '/SanitationDashboard': { title: 'shell.page.sanitation-dashboard', permission: 'tickets.write' },
  '/sanitation-ticketing': {
    title: 'shell.page.sanitation-ticketing',
    permission: 'tickets.write',
    above: '/SanitationDashboard',
  },
  '/gate-shifts': { title: 'shell.page.gate-shifts', permission: 'tickets.write', above: '/vehicle-ticketing' },
  '/ticket-tariff': {
    title: 'shell.page.ticket-tariff',
    permission: 'tickets.any-price',
    above: '/vehicle-ticketing',
  },
  '/vehicle-types': { title: 'shell.page.vehicle-types', permission: 'tickets.any-price', above: '/ticket-tariff' },
  '/check-ticket': { title: 'shell.page.check-ticket', permission: 'tickets.write', above: '/vehicle-ticketing' },
  '/check-ticket/:number': {
    title: 'shell.page.check-ticket-number',
    permission: 'tickets.write',
    above: '/vehicle-ticketing',
  },
  '/print/shift/:id': { title: 'shell.page.print-shift', permission: 'tickets.write', isBare: true },
  '/print/ticket/:number': { title: 'shell.page.print-ticket-number', permission: 'tickets.write', isBare: true },
  '/print/payment-code': { title: 'shell.page.print-payment-code', permission: 'books.read', isBare: true },
  '/approvals': { title: 'shell.page.approvals', permission: 'approvals.read' },
  '/settings': { title: 'shell.page.settings', permission: 'reports.read' },
  '/settings/contact': { title: 'shell.page.settings-contact', permission: 'settings.read', above: '/settings' },
  '/settings/home-page': { title: 'shell.page.settings-home-page', permission: 'settings.read', above: '/settings' },
  '/settings/bank': { title: 'shell.page.settings-bank', permission: 'settings.read', above: '/settings' },
  '/settings/mail-server': {
    title: 'shell.page.settings-mail-server',
    permission: 'settings.read',
    above: '/settings',
  },
  '/settings/alerts': { title: 'shell.page.settings-alerts', permission: 'settings.read', above: '/settings' },
  '/update-vat-rate': { title: 'shell.page.update-vat-rate', permission: 'books.write', above: '/settings' },
  '/settings/rent-rules': { title: 'shell.page.settings-rent-rules', permission: 'books.write', above: '/settings' },
  '/settings/reminders': { title: 'shell.page.settings-reminders', permission: 'books.write', above: '/settings' },
  '/charge-kinds': { title: 'shell.page.charge-kinds', permission: 'reports.read', above: '/settings' },
  '/settings/tax': { title: 'shell.page.settings-tax', permission: 'books.write', above: '/settings' },
  '/vat-schedules': { title: 'shell.page.vat-schedules', permission: 'reports.read', above: '/settings' },
  '/settings/generate-invoices': {
    title: 'shell.page.settings-generate-invoices',
    permission: 'books.write',
    above: '/settings',
  },
  '/settings/apply-fines': { title: 'shell.page.settings-apply-fines', permission: 'books.write', above: '/settings' },
  '/settings/fine-arrest': { title: 'shell.page.settings-fine-arrest', permission: 'books.write', above: '/settings' },
  '/settings/invoice-arrest': {
    title: 'shell.page.settings-invoice-arrest',
    permission: 'books.write',
    above: '/settings',
  },
  '/admin-panel': { title: 'shell.page.admin-panel', permission: 'accounts.read', above: '/settings' },
  '/system-logs': { title: 'shell.page.system-logs', permission: 'audit.read', above: '/settings' },
  '/publication': { title: 'shell.page.publication', permission: 'publications.write' },
  '/add-publication': { title: 'shell.page.add-publication', permission: 'publications.write', above: '/publication' },
  '/edit-publication/:id': {
    title: 'shell.page.edit-publication',
    permission: 'publications.write',
    above: '/view-publications',
  },
  '/view-publications': {
    title: 'shell.page.view-publications',
    permission: 'publications.write',
    above: '/publication',
  },
  '/second-factor': { title: 'shell.page.second-factor', permission: 'session.own' },
  '/change-password': { title: 'shell.page.change-password', permission: 'session.own' },
} as const satisfies Record<string, OfficePage>;

export type OfficePath = keyof typeof officePages;
