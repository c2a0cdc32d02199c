import { expect, test } from 'vitest';
import { approvableCalls, type MeasuredCallName } from './approvals.ts';
import { isRead } from './call.ts';
import { listCalls, type WritingCallName } from './every-call.ts';

const ACCOUNT = 'accounts, sessions and their proofs hold no money';
const APPROVAL = 'decides on a request of somebody else, or is of superadmins only';
const COPY_OF_BANK = 'lines of a bank change no amount until they are matched';
const COPY = 'reads, copies or sends what is stored';
const DRAWER = 'moves counted cash; a difference has a reason and is on the dashboard';
const EMPTY = 'only an empty market takes it';
const ENDS = 'the tenancy ends today; what is not billed until then can still be billed';
const GATE = 'cash of the gate is compared with the count of the shift';
const LATER = 'prices of what is sold or read later, in the log with old and new value';
const MASTER = 'names, texts and papers change no amount';
const PUBLIC = 'what visitors read is no money';
const RAISES = 'only adds what tenants owe';
const SETTING = 'a setting of the office that no amount depends on';
const UNUSED = 'removes or adds what has no entries yet';

/** Why the effect of a call that writes is not measured. A new call must be here or among the measured ones. */
const reasons: Record<Exclude<WritingCallName, MeasuredCallName>, string> = {
  'session.login': ACCOUNT,
  'session.finishLogin': ACCOUNT,
  'session.logout': ACCOUNT,
  'session.verify': ACCOUNT,
  'session.verifyFactor': ACCOUNT,
  'session.setLanguage': ACCOUNT,
  'session.setColumns': ACCOUNT,
  'session.changePassword': ACCOUNT,
  'emergencySheet.print': COPY,
  'factors.addApp': ACCOUNT,
  'factors.addPasskey': ACCOUNT,
  'factors.renewRecoveryCodes': ACCOUNT,
  'factors.remove': ACCOUNT,
  'factors.setRequirement': ACCOUNT,
  'accounts.register': ACCOUNT,
  'accounts.invite': ACCOUNT,
  'accounts.edit': ACCOUNT,
  'accounts.resetPassword': ACCOUNT,
  'accounts.resetByLink': ACCOUNT,
  'accounts.cancelLink': ACCOUNT,
  'accounts.useLink': ACCOUNT,
  'accounts.removeFactors': ACCOUNT,
  'accounts.remove': ACCOUNT,
  'accounts.endOwnSession': ACCOUNT,
  'accounts.endSession': ACCOUNT,
  'otherCentres.add': SETTING,
  'otherCentres.change': SETTING,
  'otherCentres.readNow': SETTING,
  'otherCentres.remove': SETTING,
  'otherCentres.map': SETTING,
  'otherCentres.setSettings': SETTING,
  'shops.add': UNUSED,
  'tenants.add': UNUSED,
  'tenants.edit': MASTER,
  'tenants.remove': ENDS,
  'tenancies.edit': MASTER,
  'journal.setAccount': SETTING,
  'closings.close': MASTER,
  'closings.reopen': MASTER,
  'claims.match': MASTER,
  'claims.decline': MASTER,
  'tenantPages.setSettings': SETTING,
  'tenantPages.renew': MASTER,
  'tenantPages.revoke': MASTER,
  'tenancies.changeTenant': MASTER,
  'tenancies.personalData': COPY,
  'tenancies.erasePersonalData': MASTER,
  'invoices.print': COPY,
  'invoices.pdf': COPY,
  'invoices.generate': RAISES,
  'invoices.generateAll': RAISES,
  'invoices.arrest': MASTER,
  'fines.apply': RAISES,
  'fines.applyAll': RAISES,
  'fines.arrest': MASTER,
  'payments.printReceipt': COPY,
  'cash.depositCheques': DRAWER,
  'cash.openSession': DRAWER,
  'cash.closeSession': DRAWER,
  'cash.setSettings': SETTING,
  'cash.setCashierDays': SETTING,
  'programTokens.make': ACCOUNT,
  'programTokens.revoke': ACCOUNT,
  'bank.addAccount': MASTER,
  'bank.renameAccount': MASTER,
  'bank.importStatement': COPY_OF_BANK,
  'bank.removeStatement': COPY_OF_BANK,
  'bank.ignore': COPY_OF_BANK,
  'otherCharges.addKind': MASTER,
  'otherCharges.changeKind': LATER,
  'otherCharges.archiveKind': MASTER,
  'otherCharges.add': RAISES,
  'mail.setServer': SETTING,
  'mail.testServer': COPY,
  'mail.sendInvoices': COPY,
  'mail.sendStatement': COPY,
  'reminders.send': COPY,
  'reminders.follow': MASTER,
  'reminders.setTexts': SETTING,
  'dashboard.setSetup': SETTING,
  'reports.ticket': COPY,
  'products.add': PUBLIC,
  'products.edit': PUBLIC,
  'products.remove': PUBLIC,
  'products.restore': PUBLIC,
  'imports.table': UNUSED,
  'imports.starter': PUBLIC,
  'imports.undo': UNUSED,
  'imports.beginDump': EMPTY,
  'imports.sendDump': EMPTY,
  'imports.writeDump': EMPTY,
  'imports.stopDump': EMPTY,
  'prices.edit': PUBLIC,
  'prices.updateMultiple': PUBLIC,
  'prices.withdraw': PUBLIC,
  'prices.move': PUBLIC,
  'prices.importCsv': PUBLIC,
  'marketDays.save': PUBLIC,
  'marketDays.remove': PUBLIC,
  'marketDays.setWeek': PUBLIC,
  'marketDays.addPoyaDays': PUBLIC,
  'publications.add': PUBLIC,
  'publications.edit': PUBLIC,
  'publications.remove': PUBLIC,
  'sanitationTickets.issue': GATE,
  'sanitationTickets.remove': GATE,
  'vehicleTickets.issue': GATE,
  'vehicleTickets.remove': GATE,
  'gate.addDevice': GATE,
  'gate.openShift': GATE,
  'gate.closeShift': GATE,
  'gateCash.undo': 'puts counted cash into the name of its keeper again; the hand-over stays listed with its reason',
  'gateCash.give': 'puts cash of the office into the name of another person, who has to hand it over',
  'gateCash.receive': 'moves counted cash; a difference has a reason and two names',
  'gate.noteMissing': 'ends an alarm and changes no amount',
  'tariff.set': LATER,
  'tariff.cancel': LATER,
  'tariff.addType': LATER,
  'tariff.changeType': LATER,
  'tariff.setTypeOrder': LATER,
  'tariff.removeType': LATER,
  'tax.setSetup': SETTING,
  'tax.documentPdf': COPY,
  'tax.issueTaxInvoice': MASTER,
  'tax.scheduleFile': COPY,
  'alarms.set': SETTING,
  'alerts.subscribe': PUBLIC,
  'alerts.confirm': PUBLIC,
  'alerts.change': PUBLIC,
  'alerts.renew': PUBLIC,
  'alerts.end': PUBLIC,
  'alerts.setSettings': SETTING,
  'approvals.approve': APPROVAL,
  'approvals.decline': APPROVAL,
  'approvals.setLimit': APPROVAL,
  'schedule.set': SETTING,
  'restore.begin': EMPTY,
  'restore.send': EMPTY,
  'restore.listBucket': EMPTY,
  'restore.fetch': EMPTY,
  'restore.write': EMPTY,
  'restore.stop': EMPTY,
  'centre.setContact': SETTING,
  'centre.setHome': SETTING,
  'centre.addPicture': SETTING,
  'centre.setBank': SETTING,
  'backup.download': COPY,
  'backup.downloadVerified': COPY,
  'backup.acceptForeign': SETTING,
};

const writing = listCalls().filter(({ entry }) => !isRead(entry));

test('of every call that writes, the effect is measured, or it says why not', () => {
  const unmeasured = writing.filter(({ entry }) => !approvableCalls.includes(entry)).map(({ name }) => name);
  expect(new Set<string>(unmeasured)).toEqual(new Set(Object.keys(reasons)));
});

test('a measured call writes in one transaction, whose last step is the limit, and names its refusals', () => {
  for (const { name, entry } of writing.filter((one) => approvableCalls.includes(one.entry))) {
    expect(['once', 'appended', 'versioned'], name).toContain(entry.writes);
    expect(entry.refusals, name).toEqual(expect.arrayContaining(['approval_required', 'too_many_approvals']));
  }
});
