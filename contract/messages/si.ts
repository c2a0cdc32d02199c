import accounts from './si/accounts.json' with { type: 'json' };
import alerts from './si/alerts.json' with { type: 'json' };
import approvals from './si/approvals.json' with { type: 'json' };
import arrivals from './si/arrivals.json' with { type: 'json' };
import audit from './si/audit.json' with { type: 'json' };
import backup from './si/backup.json' with { type: 'json' };
import bulkActions from './si/bulk-actions.json' with { type: 'json' };
import centre from './si/centre.json' with { type: 'json' };
import dashboard from './si/dashboard.json' with { type: 'json' };
import documents from './si/documents.json' with { type: 'json' };
import factors from './si/factors.json' with { type: 'json' };
import fields from './si/fields.json' with { type: 'json' };
import fines from './si/fines.json' with { type: 'json' };
import gate from './si/gate.json' with { type: 'json' };
import images from './si/images.json' with { type: 'json' };
import input from './si/input.json' with { type: 'json' };
import invoices from './si/invoices.json' with { type: 'json' };
import ledger from './si/ledger.json' with { type: 'json' };
import mail from './si/mail.json' with { type: 'json' };
import marketDays from './si/market-days.json' with { type: 'json' };
import openData from './si/open-data.json' with { type: 'json' };
import otherCharges from './si/other-charges.json' with { type: 'json' };
import payments from './si/payments.json' with { type: 'json' };
import prices from './si/prices.json' with { type: 'json' };
import products from './si/products.json' with { type: 'json' };
import publications from './si/publications.json' with { type: 'json' };
import refusals from './si/refusals.json' with { type: 'json' };
import rentRules from './si/rent-rules.json' with { type: 'json' };
import reports from './si/reports.json' with { type: 'json' };
import schedule from './si/schedule.json' with { type: 'json' };
import session from './si/session.json' with { type: 'json' };
import shiftPaper from './si/shift-paper.json' with { type: 'json' };
import shopSummary from './si/shop-summary.json' with { type: 'json' };
import shops from './si/shops.json' with { type: 'json' };
import tariff from './si/tariff.json' with { type: 'json' };
import tax from './si/tax.json' with { type: 'json' };
import taxPaper from './si/tax-paper.json' with { type: 'json' };
import tenancies from './si/tenancies.json' with { type: 'json' };
import tenants from './si/tenants.json' with { type: 'json' };
import ticketPaper from './si/ticket-paper.json' with { type: 'json' };
import tickets from './si/tickets.json' with { type: 'json' };
import vatRates from './si/vat-rates.json' with { type: 'json' };
import weather from './si/weather.json' with { type: 'json' };
import words from './si/words.json' with { type: 'json' };

/** Missing texts are English. */
export const sinhala = {
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
