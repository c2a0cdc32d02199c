import accounts from './ta/accounts.json' with { type: 'json' };
import alerts from './ta/alerts.json' with { type: 'json' };
import approvals from './ta/approvals.json' with { type: 'json' };
import arrivals from './ta/arrivals.json' with { type: 'json' };
import audit from './ta/audit.json' with { type: 'json' };
import backup from './ta/backup.json' with { type: 'json' };
import bulkActions from './ta/bulk-actions.json' with { type: 'json' };
import centre from './ta/centre.json' with { type: 'json' };
import dashboard from './ta/dashboard.json' with { type: 'json' };
import documents from './ta/documents.json' with { type: 'json' };
import factors from './ta/factors.json' with { type: 'json' };
import fields from './ta/fields.json' with { type: 'json' };
import fines from './ta/fines.json' with { type: 'json' };
import gate from './ta/gate.json' with { type: 'json' };
import images from './ta/images.json' with { type: 'json' };
import input from './ta/input.json' with { type: 'json' };
import invoices from './ta/invoices.json' with { type: 'json' };
import ledger from './ta/ledger.json' with { type: 'json' };
import mail from './ta/mail.json' with { type: 'json' };
import marketDays from './ta/market-days.json' with { type: 'json' };
import openData from './ta/open-data.json' with { type: 'json' };
import otherCharges from './ta/other-charges.json' with { type: 'json' };
import payments from './ta/payments.json' with { type: 'json' };
import prices from './ta/prices.json' with { type: 'json' };
import products from './ta/products.json' with { type: 'json' };
import publications from './ta/publications.json' with { type: 'json' };
import refusals from './ta/refusals.json' with { type: 'json' };
import rentRules from './ta/rent-rules.json' with { type: 'json' };
import reports from './ta/reports.json' with { type: 'json' };
import schedule from './ta/schedule.json' with { type: 'json' };
import session from './ta/session.json' with { type: 'json' };
import shiftPaper from './ta/shift-paper.json' with { type: 'json' };
import shopSummary from './ta/shop-summary.json' with { type: 'json' };
import shops from './ta/shops.json' with { type: 'json' };
import tariff from './ta/tariff.json' with { type: 'json' };
import tax from './ta/tax.json' with { type: 'json' };
import taxPaper from './ta/tax-paper.json' with { type: 'json' };
import tenancies from './ta/tenancies.json' with { type: 'json' };
import tenants from './ta/tenants.json' with { type: 'json' };
import ticketPaper from './ta/ticket-paper.json' with { type: 'json' };
import tickets from './ta/tickets.json' with { type: 'json' };
import vatRates from './ta/vat-rates.json' with { type: 'json' };
import weather from './ta/weather.json' with { type: 'json' };
import words from './ta/words.json' with { type: 'json' };

/** Missing texts are English. */
export const tamil = {
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
