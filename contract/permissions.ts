import { type Role, roles } from './words.ts';

const everyone = roles;
const office = ['superadmin', 'admin', 'manager', 'editor'] as const;

/** Each call names a permission, or is public. The server checks it, and the web hides what the role may not do. */
export const permissions = {
  'books.read': office,
  'books.write': ['superadmin', 'admin'],
  'personal-data.read': ['superadmin', 'admin', 'manager'],
  'dashboard.read': office,
  'reports.read': office,
  'products.write': office,
  'prices.write': office,
  'publications.write': office,
  'tickets.write': everyone,
  /** Issue a ticket at another price than the tariff's, and see those tickets. */
  'tickets.any-price': office,
  'tariff.write': ['superadmin', 'admin'],
  /** Void any ticket; without it only one's own, while the shift is open. */
  'tickets.void-all': ['superadmin', 'admin', 'manager'],
  'shifts.all': office,
  'audit.read': ['superadmin', 'admin', 'manager'],
  'backup.read': ['superadmin'],
  'settings.read': ['superadmin', 'admin'],
  'settings.write': ['superadmin'],
  'accounts.read': ['superadmin', 'admin'],
  'accounts.register': ['superadmin', 'admin'],
  'accounts.delete': ['superadmin'],
  'approvals.decide': ['superadmin', 'admin', 'manager'],
  'approvals.limit': ['superadmin'],
  'factors.require': ['superadmin'],
  'session.own': everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
