import { type Role, roles } from './roles.ts';

const ofGate = ['tickets.write', 'session.own'] as const;

const ofCashier = [
  'session.own',
  'books.read',
  /**
   * Record payments, print receipts, and void or replace payments. Without `books.write`, only the account's own
   * payments of today can be voided or replaced.
   */
  'payments.take',
  /** Receive the gate cash of others. Without `shifts.all` it goes into the drawer of an open cash session. */
  'gate-cash.receive',
  /** See requests for approval. Without `approvals.decide`, only the account's own requests are shown. */
  'approvals.read',
] as const;

const ofEditor = [
  ...ofGate,
  'books.read',
  'dashboard.read',
  'reports.read',
  'products.write',
  'prices.write',
  'publications.write',
  /** Issue a ticket at a price other than the tariff's, and see the tickets with such prices. */
  'tickets.any-price',
  /** See the shifts and the cash days of everybody. */
  'shifts.all',
  'gate-cash.receive',
] as const;

const ofManager = [
  ...ofEditor,
  'personal-data.read',
  /** Void any ticket. Without this permission people void only their own tickets, while their shift is open. */
  'tickets.void-all',
  'audit.read',
  'approvals.read',
  'approvals.decide',
] as const;

const ofAdmin = [
  ...ofManager,
  'books.write',
  'payments.take',
  'tariff.write',
  'settings.read',
  'accounts.read',
  'accounts.register',
] as const;

/** All permissions; a superadmin has each of them. */
export const permissions = [
  ...ofAdmin,
  'backup.read',
  'settings.write',
  'accounts.delete',
  'approvals.limit',
  'factors.require',
] as const;
/**
 * Each call requires a permission, unless it is public. The server checks the permission, and the web pages hide what
 * the role may not do.
 */
export type Permission = (typeof permissions)[number];

const granted: Record<Role, readonly Permission[]> = {
  superadmin: permissions,
  admin: ofAdmin,
  manager: ofManager,
  cashier: ofCashier,
  editor: ofEditor,
  tiketing: ofGate,
};

export function may(role: Role, permission: Permission): boolean {
  return granted[role].includes(permission);
}

export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => may(role, permission));
}
