import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as books from './0002-books.ts';
import * as reportsAndMail from './0003-reports-and-mail.ts';
import * as publicSite from './0004-public-site.ts';
import * as tickets from './0005-tickets.ts';
import * as auditLogByDay from './0006-audit-log-by-day.ts';
import * as settings from './0007-settings.ts';
import * as tenancies from './0008-tenancies.ts';
import * as taxDocuments from './0009-tax-documents.ts';
import * as linkedEntries from './0010-linked-entries.ts';
import * as otherCharges from './0011-other-charges.ts';
import * as sealedRows from './0012-sealed-rows.ts';
import * as mailOutbox from './0013-mail-outbox.ts';
import * as erasedTenants from './0014-erased-tenants.ts';
import * as languages from './0015-languages.ts';
import * as disabledAccounts from './0016-disabled-accounts.ts';
import * as factors from './0017-factors.ts';
import * as tariff from './0018-tariff.ts';
import * as approvals from './0020-approvals.ts';
import * as rentRules from './0021-rent-rules.ts';
import * as arrivals from './0022-arrivals.ts';
import * as alerts from './0023-alerts.ts';
import * as oneTimePasswords from './0024-one-time-passwords.ts';
import * as ticketOwners from './0025-ticket-owners.ts';
import * as secondPerson from './0027-second-person.ts';
import * as chosenColumns from './0029-chosen-columns.ts';
import * as drawnNumbers from './0030-drawn-numbers.ts';
import * as vehicleTypes from './0031-vehicle-types.ts';

/**
 * The migrations of the releases 0.1 and 0.2. They end with the schema that `0001-schema` creates at once since 0.3, so
 * that a database which has run them continues with `0002`.
 */
export const earlyMigrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-books': books,
  '0003-reports-and-mail': reportsAndMail,
  '0004-public-site': publicSite,
  '0005-tickets': tickets,
  '0006-audit-log-by-day': auditLogByDay,
  '0007-settings': settings,
  '0008-tenancies': tenancies,
  '0009-tax-documents': taxDocuments,
  '0010-linked-entries': linkedEntries,
  '0011-other-charges': otherCharges,
  '0012-sealed-rows': sealedRows,
  '0013-mail-outbox': mailOutbox,
  '0014-erased-tenants': erasedTenants,
  '0015-languages': languages,
  '0016-disabled-accounts': disabledAccounts,
  '0017-factors': factors,
  '0018-tariff': tariff,
  '0020-approvals': approvals,
  '0021-rent-rules': rentRules,
  '0022-arrivals': arrivals,
  '0023-alerts': alerts,
  '0024-one-time-passwords': oneTimePasswords,
  '0025-ticket-owners': ticketOwners,
  '0027-second-person': secondPerson,
  '0029-chosen-columns': chosenColumns,
  '0030-drawn-numbers': drawnNumbers,
  '0031-vehicle-types': vehicleTypes,
};
