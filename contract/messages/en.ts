import accounts from './en/accounts.json' with { type: 'json' };
import alerts from './en/alerts.json' with { type: 'json' };
import approvals from './en/approvals.json' with { type: 'json' };
import arrivals from './en/arrivals.json' with { type: 'json' };
import audit from './en/audit.json' with { type: 'json' };
import backup from './en/backup.json' with { type: 'json' };
import bulkActions from './en/bulk-actions.json' with { type: 'json' };
import centre from './en/centre.json' with { type: 'json' };
import dashboard from './en/dashboard.json' with { type: 'json' };
import documents from './en/documents.json' with { type: 'json' };
import factors from './en/factors.json' with { type: 'json' };
import fields from './en/fields.json' with { type: 'json' };
import fines from './en/fines.json' with { type: 'json' };
import gate from './en/gate.json' with { type: 'json' };
import images from './en/images.json' with { type: 'json' };
import input from './en/input.json' with { type: 'json' };
import invoices from './en/invoices.json' with { type: 'json' };
import ledger from './en/ledger.json' with { type: 'json' };
import mail from './en/mail.json' with { type: 'json' };
import marketDays from './en/market-days.json' with { type: 'json' };
import openData from './en/open-data.json' with { type: 'json' };
import otherCharges from './en/other-charges.json' with { type: 'json' };
import payments from './en/payments.json' with { type: 'json' };
import prices from './en/prices.json' with { type: 'json' };
import products from './en/products.json' with { type: 'json' };
import publications from './en/publications.json' with { type: 'json' };
import refusals from './en/refusals.json' with { type: 'json' };
import rentRules from './en/rent-rules.json' with { type: 'json' };
import reports from './en/reports.json' with { type: 'json' };
import schedule from './en/schedule.json' with { type: 'json' };
import session from './en/session.json' with { type: 'json' };
import shiftPaper from './en/shift-paper.json' with { type: 'json' };
import shopSummary from './en/shop-summary.json' with { type: 'json' };
import shops from './en/shops.json' with { type: 'json' };
import tariff from './en/tariff.json' with { type: 'json' };
import tax from './en/tax.json' with { type: 'json' };
import taxPaper from './en/tax-paper.json' with { type: 'json' };
import tenancies from './en/tenancies.json' with { type: 'json' };
import tenants from './en/tenants.json' with { type: 'json' };
import ticketPaper from './en/ticket-paper.json' with { type: 'json' };
import tickets from './en/tickets.json' with { type: 'json' };
import vatRates from './en/vat-rates.json' with { type: 'json' };
import weather from './en/weather.json' with { type: 'json' };
import words from './en/words.json' with { type: 'json' };

/** Complete. */
export const english = {
  ...accounts,
  ...alerts,
  ...approvals,
  ...arrivals,
  ...audit,
  ...backup,
  ...bulkActions,
  ...centre,
  ...dashboard,
  ...documents,
  ...factors,
  ...fields,
  ...fines,
  ...gate,
  ...images,
  ...input,
  ...invoices,
  ...ledger,
  ...mail,
  ...marketDays,
  ...openData,
  ...otherCharges,
  ...payments,
  ...prices,
  ...products,
  ...publications,
  ...refusals,
  ...rentRules,
  ...reports,
  ...schedule,
  ...session,
  ...shopSummary,
  ...shops,
  ...tariff,
  ...tenancies,
  ...tax,
  ...taxPaper,
  ...tenants,
  ...shiftPaper,
  ...ticketPaper,
  ...tickets,
  ...vatRates,
  ...weather,
  ...words,
};
