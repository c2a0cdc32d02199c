import type { ComponentType } from 'react';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadPart } from '#web/load-part.ts';
import type { OfficePath } from '#web/routes.ts';

type PageImport = () => Promise<{ Component: ComponentType }>;

const pageImports: Record<OfficePath, PageImport> = {
  '/admin-dashboard': async () => ({
    Component: (await import('./dashboard/admin-dashboard-page.tsx')).AdminDashboardPage,
  }),
  '/manager-dashboard': async () => ({
    Component: (await import('./dashboard/manager-dashboard-page.tsx')).ManagerDashboardPage,
  }),
  '/shop-management': async () => ({ Component: (await import('./shops/shop-menu-page.tsx')).ShopMenuPage }),
  '/add-shop': async () => ({ Component: (await import('./shops/add-shop-page.tsx')).AddShopPage }),
  '/edit-shop/:id': async () => ({ Component: (await import('./shops/edit-shop-page.tsx')).EditShopPage }),
  '/view-shops': async () => ({ Component: (await import('./shops/shops-page.tsx')).ShopsPage }),
  '/shop-summary': async () => ({ Component: (await import('./shop-summary/shop-summary-page.tsx')).ShopSummaryPage }),
  '/shop-summary/:shopId': async () => ({
    Component: (await import('./shop-summary/shop-summary-page.tsx')).ShopSummaryPage,
  }),
  '/system-setting': async () => ({
    Component: (await import('./shop-summary/shop-summary-page.tsx')).SystemSettingPage,
  }),
  '/tenant-management': async () => ({ Component: (await import('./tenants/tenant-menu-page.tsx')).TenantMenuPage }),
  '/add-tenant': async () => ({ Component: (await import('./tenants/add-tenant-page.tsx')).AddTenantPage }),
  '/edit-tenant/:id': async () => ({ Component: (await import('./tenants/edit-tenant-page.tsx')).EditTenantPage }),
  '/view-tenants': async () => ({ Component: (await import('./tenants/tenants-page.tsx')).TenantsPage }),
  '/tenancy/:id': async () => ({ Component: (await import('./tenancies/tenancy-page.tsx')).TenancyPage }),
  '/end-tenancy/:id': async () => ({
    Component: (await import('./tenancies/end/end-tenancy-page.tsx')).EndTenancyPage,
  }),
  '/payments': async () => ({ Component: (await import('./payments/payment-menu-page.tsx')).PaymentMenuPage }),
  '/my-day': async () => ({ Component: (await import('./cash/my-day-page.tsx')).MyDayPage }),
  '/cash-sessions': async () => ({ Component: (await import('./cash/sessions-page.tsx')).CashSessionsPage }),
  '/cheques': async () => ({ Component: (await import('./cash/cheques-page.tsx')).ChequesPage }),
  '/electronic-payments': async () => ({ Component: (await import('./cash/electronic-page.tsx')).ElectronicPage }),
  '/money-places': async () => ({ Component: (await import('./places/places-page.tsx')).PlacesPage }),
  '/make-payment': async () => ({ Component: (await import('./payments/take/make-payment-page.tsx')).MakePaymentPage }),
  '/record-payment': async () => ({
    Component: (await import('./payments/take/record-payment-page.tsx')).RecordPaymentPage,
  }),
  '/view-payments': async () => ({ Component: (await import('./payments/list/payments-page.tsx')).PaymentsPage }),
  '/correct-payment': async () => ({
    Component: (await import('./payments/correct/correct-payment-page.tsx')).CorrectPaymentPage,
  }),
  '/receipt/:paymentId': async () => ({ Component: (await import('./payments/receipt/receipt-page.tsx')).ReceiptPage }),
  '/invoices': async () => ({ Component: (await import('./invoices/invoices-page.tsx')).InvoicesPage }),
  '/print/invoices': async () => ({
    Component: (await import('./invoices/print-invoices-page.tsx')).PrintInvoicesPage,
  }),
  '/reports': async () => ({ Component: (await import('./reports/reports-page.tsx')).ReportsPage }),
  '/rent-roll': async () => ({ Component: (await import('./reports/rent-roll-page.tsx')).RentRollPage }),
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
    Component: (await import('./prices/day/daily-price-menu-page.tsx')).DailyPriceMenuPage,
  }),
  '/add-dailyprice': async () => ({ Component: (await import('./prices/sheet/price-sheet-page.tsx')).PriceSheetPage }),
  '/view-dailyprices': async () => ({ Component: (await import('./prices/day/view-prices-page.tsx')).ViewPricesPage }),
  '/edit-dailyprice/:date/:productId': async () => ({
    Component: (await import('./prices/day/edit-price-page.tsx')).EditPricePage,
  }),
  '/import-shops': async () => ({ Component: (await import('./imports/import-table-page.tsx')).ImportShopsPage }),
  '/import-products': async () => ({
    Component: (await import('./imports/import-table-page.tsx')).ImportProductsPage,
  }),
  '/import-market': async () => ({ Component: (await import('./imports/import-dump-page.tsx')).ImportDumpPage }),
  '/restore-market': async () => ({
    Component: (await import('./restore/restore-market-page.tsx')).RestoreMarketPage,
  }),
  '/import-prices': async () => ({
    Component: (await import('./prices/import/import-prices-page.tsx')).ImportPricesPage,
  }),
  '/publication': async () => ({
    Component: (await import('./publications/publication-menu-page.tsx')).PublicationMenuPage,
  }),
  '/add-publication': async () => ({
    Component: (await import('./publications/add-publication-page.tsx')).AddPublicationPage,
  }),
  '/edit-publication/:id': async () => ({
    Component: (await import('./publications/edit-publication-page.tsx')).EditPublicationPage,
  }),
  '/view-publications': async () => ({
    Component: (await import('./publications/publications-page.tsx')).PublicationsPage,
  }),
  '/market-calendar': async () => ({
    Component: (await import('./market-days/market-calendar-page.tsx')).MarketCalendarPage,
  }),
  '/vehicle-ticketing': async () => ({
    Component: (await import('./tickets/vehicle/vehicle-tickets-page.tsx')).VehicleTicketsPage,
  }),
  '/SanitationDashboard': async () => ({
    Component: (await import('./tickets/sanitation/sanitation-dashboard-page.tsx')).SanitationDashboardPage,
  }),
  '/sanitation-ticketing': async () => ({
    Component: (await import('./tickets/sanitation/sanitation-tickets-page.tsx')).SanitationTicketsPage,
  }),
  '/vehicle-types': async () => ({ Component: (await import('./tariff/vehicle-types-page.tsx')).VehicleTypesPage }),
  '/ticket-tariff': async () => ({ Component: (await import('./tariff/tariff-page.tsx')).TariffPage }),
  '/print/shift/:id': async () => ({ Component: (await import('./gate/print-shift-page.tsx')).PrintShiftPage }),
  '/gate-shifts': async () => ({ Component: (await import('./gate/shifts-page.tsx')).ShiftsPage }),
  '/check-ticket': async () => ({ Component: (await import('./tickets/check/check-ticket-page.tsx')).CheckTicketPage }),
  '/check-ticket/:number': async () => ({
    Component: (await import('./tickets/check/check-ticket-page.tsx')).CheckTicketPage,
  }),
  '/print/ticket/:number': async () => ({
    Component: (await import('./tickets/print/print-ticket-page.tsx')).PrintTicketPage,
  }),
  '/print/payment-code': async () => ({
    Component: (await import('./tax/payment-code-page.tsx')).PaymentCodePage,
  }),
  '/approvals': async () => ({ Component: (await import('./approvals/approvals-page.tsx')).ApprovalsPage }),
  '/settings': async () => ({ Component: (await import('./settings/settings-page.tsx')).SettingsPage }),
  '/settings/reminders': async () => ({
    Component: (await import('./reminders/reminder-texts-page.tsx')).ReminderTextsPage,
  }),
  '/settings/contact': async () => ({
    Component: (await import('./centre/contact-settings-page.tsx')).ContactSettingsPage,
  }),
  '/settings/home-page': async () => ({
    Component: (await import('./centre/home-settings-page.tsx')).HomeSettingsPage,
  }),
  '/settings/bank': async () => ({ Component: (await import('./centre/bank-page.tsx')).BankSettingsPage }),
  '/settings/alerts': async () => ({
    Component: (await import('./alerts/alert-settings-page.tsx')).AlertSettingsPage,
  }),
  '/settings/mail-server': async () => ({ Component: (await import('./mail/mail-server-page.tsx')).MailServerPage }),
  '/update-vat-rate': async () => ({ Component: (await import('./dated-settings/vat-rate-page.tsx')).VatRatePage }),
  '/settings/rent-rules': async () => ({
    Component: (await import('./dated-settings/rent-rules-page.tsx')).RentRulesPage,
  }),
  '/charge-kinds': async () => ({
    Component: (await import('./other-charges/charge-kinds-page.tsx')).ChargeKindsPage,
  }),
  '/settings/tax': async () => ({ Component: (await import('./tax/tax-settings-page.tsx')).TaxSettingsPage }),
  '/vat-schedules': async () => ({ Component: (await import('./tax/vat-schedules-page.tsx')).VatSchedulesPage }),
  '/settings/generate-invoices': async () => ({
    Component: (await import('./bulk-actions/bulk-action-page.tsx')).GenerateInvoicesPage,
  }),
  '/settings/apply-fines': async () => ({
    Component: (await import('./bulk-actions/bulk-action-page.tsx')).ApplyFinesPage,
  }),
  '/settings/fine-arrest': async () => ({
    Component: (await import('./bulk-actions/bulk-action-page.tsx')).FineArrestPage,
  }),
  '/settings/invoice-arrest': async () => ({
    Component: (await import('./bulk-actions/bulk-action-page.tsx')).InvoiceArrestPage,
  }),
  '/admin-panel': async () => ({ Component: (await import('./accounts/admin-panel-page.tsx')).AdminPanelPage }),
  '/system-logs': async () => ({ Component: (await import('./audit/audit-page.tsx')).AuditPage }),
  '/second-factor': async () => ({ Component: (await import('./factors/second-factor-page.tsx')).SecondFactorPage }),
  '/change-password': async () => ({
    Component: (await import('./session/change-password-page.tsx')).ChangePasswordPage,
  }),
};

export function importOf(path: OfficePath): PageImport {
  return () => loadPart(() => fetchPage(path));
}

async function fetchPage(path: OfficePath): Promise<{ Component: ComponentType }> {
  const [page] = await Promise.all([pageImports[path](), loadMessages('office')]);
  return page;
}

/** Loads the file of a page in advance. A failure is ignored, because opening the page reports it. */
export function warmPage(path: OfficePath): void {
  fetchPage(path).catch(() => undefined);
}
