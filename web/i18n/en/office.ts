import words from '../../../contract/messages/en/words.json';
import accounts from './office/accounts.json';
import alerts from './office/alerts.json';
import approvals from './office/approvals.json';
import audit from './office/audit.json';
import auditTypes from './office/audit-types.json';
import backup from './office/backup.json';
import bulkActions from './office/bulk-actions.json';
import centre from './office/centre.json';
import dashboard from './office/dashboard.json';
import factors from './office/factors.json';
import gate from './office/gate.json';
import invoices from './office/invoices.json';
import mail from './office/mail.json';
import marketDays from './office/market-days.json';
import otherCharges from './office/other-charges.json';
import payments from './office/payments.json';
import prices from './office/prices.json';
import products from './office/products.json';
import publications from './office/publications.json';
import rentRules from './office/rent-rules.json';
import reports from './office/reports.json';
import schedule from './office/schedule.json';
import settings from './office/settings.json';
import shopSummary from './office/shop-summary.json';
import shops from './office/shops.json';
import tariff from './office/tariff.json';
import tax from './office/tax.json';
import tenancies from './office/tenancies.json';
import tenants from './office/tenants.json';
import tickets from './office/tickets.json';
import vatRates from './office/vat-rates.json';

export const office = {
  ...accounts,
  ...alerts,
  ...approvals,
  ...audit,
  ...auditTypes,
  ...backup,
  ...bulkActions,
  ...centre,
  ...dashboard,
  ...factors,
  ...gate,
  ...invoices,
  ...mail,
  ...marketDays,
  ...otherCharges,
  ...payments,
  ...prices,
  ...products,
  ...publications,
  ...rentRules,
  ...reports,
  ...schedule,
  ...settings,
  ...shopSummary,
  ...shops,
  ...tariff,
  ...tax,
  ...tenancies,
  ...tenants,
  ...tickets,
  ...vatRates,
  ...words,
};
