import accounts from './accounts.json' with { type: 'json' };
import alarms from './alarms.json' with { type: 'json' };
import alerts from './alerts.json' with { type: 'json' };
import approvals from './approvals.json' with { type: 'json' };
import arrivals from './arrivals.json' with { type: 'json' };
import audit from './audit.json' with { type: 'json' };
import backup from './backup.json' with { type: 'json' };
import bank from './bank.json' with { type: 'json' };
import bulkActions from './bulk-actions.json' with { type: 'json' };
import cash from './cash.json' with { type: 'json' };
import centre from './centre.json' with { type: 'json' };
import claims from './claims.json' with { type: 'json' };
import closings from './closings.json' with { type: 'json' };
import dashboard from './dashboard.json' with { type: 'json' };
import days from './days.json' with { type: 'json' };
import directory from './directory.json' with { type: 'json' };
import documents from './documents.json' with { type: 'json' };
import emergencySheet from './emergency-sheet.json' with { type: 'json' };
import factors from './factors.json' with { type: 'json' };
import fields from './fields.json' with { type: 'json' };
import fines from './fines.json' with { type: 'json' };
import gate from './gate.json' with { type: 'json' };
import images from './images.json' with { type: 'json' };
import imports from './imports.json' with { type: 'json' };
import input from './input.json' with { type: 'json' };
import invoices from './invoices.json' with { type: 'json' };
import ledger from './ledger.json' with { type: 'json' };
import mail from './mail.json' with { type: 'json' };
import marketDays from './market-days.json' with { type: 'json' };
import openData from './open-data.json' with { type: 'json' };
import otherCentres from './other-centres.json' with { type: 'json' };
import otherCharges from './other-charges.json' with { type: 'json' };
import payments from './payments.json' with { type: 'json' };
import places from './places.json' with { type: 'json' };
import plan from './plan.json' with { type: 'json' };
import pricePost from './price-post.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };
import products from './products.json' with { type: 'json' };
import programTokens from './program-tokens.json' with { type: 'json' };
import publications from './publications.json' with { type: 'json' };
import refusals from './refusals.json' with { type: 'json' };
import reminders from './reminders.json' with { type: 'json' };
import rentMessages from './rent-messages.json' with { type: 'json' };
import rentRules from './rent-rules.json' with { type: 'json' };
import reports from './reports.json' with { type: 'json' };
import restore from './restore.json' with { type: 'json' };
import schedule from './schedule.json' with { type: 'json' };
import session from './session.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import shared from './shared.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };
import shiftPaper from './shift-paper.json' with { type: 'json' };
import shopSummary from './shop-summary.json' with { type: 'json' };
import shops from './shops.json' with { type: 'json' };
import tariff from './tariff.json' with { type: 'json' };
import tax from './tax.json' with { type: 'json' };
import taxPaper from './tax-paper.json' with { type: 'json' };
import tenancies from './tenancies.json' with { type: 'json' };
import tenantPages from './tenant-pages.json' with { type: 'json' };
import tenants from './tenants.json' with { type: 'json' };
import ticketPaper from './ticket-paper.json' with { type: 'json' };
import tickets from './tickets.json' with { type: 'json' };
import ui from './ui.json' with { type: 'json' };
import vatRates from './vat-rates.json' with { type: 'json' };
import walks from './walks.json' with { type: 'json' };
import weather from './weather.json' with { type: 'json' };
import words from './words.json' with { type: 'json' };

/** Every text file of this folder. The names of the sections in a file say which programs load them (parts.ts). */
export const subjects = {
  accounts,
  alarms,
  alerts,
  approvals,
  arrivals,
  audit,
  backup,
  bank,
  'bulk-actions': bulkActions,
  cash,
  centre,
  claims,
  closings,
  dashboard,
  days,
  directory,
  documents,
  'emergency-sheet': emergencySheet,
  factors,
  fields,
  fines,
  gate,
  images,
  imports,
  input,
  invoices,
  ledger,
  mail,
  'market-days': marketDays,
  'open-data': openData,
  'other-centres': otherCentres,
  'other-charges': otherCharges,
  payments,
  places,
  plan,
  'price-post': pricePost,
  prices,
  products,
  'program-tokens': programTokens,
  publications,
  refusals,
  reminders,
  'rent-messages': rentMessages,
  'rent-rules': rentRules,
  reports,
  restore,
  schedule,
  session,
  settings,
  shared,
  shell,
  'shift-paper': shiftPaper,
  'shop-summary': shopSummary,
  shops,
  tariff,
  tax,
  'tax-paper': taxPaper,
  tenancies,
  'tenant-pages': tenantPages,
  tenants,
  'ticket-paper': ticketPaper,
  tickets,
  ui,
  'vat-rates': vatRates,
  walks,
  weather,
  words,
};
