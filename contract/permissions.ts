/**
 * The one table of who may do what (wire.md, section 7). Each call of the contract names one of these permissions, or is
 * public; the server allows nothing else, and the web hides what the role cannot do by the same table.
 */
export const roles = ['superadmin', 'admin', 'manager', 'editor', 'tiketing'] as const;
export type Role = (typeof roles)[number];

const everyone = roles;
const office = ['superadmin', 'admin', 'manager', 'editor'] as const;

export const permissions = {
  /** Shops, tenants, invoices, fines, payments, corrections, system setting: look at. */
  'books.read': office,
  /** The same, and e-mail and the settings actions: change. */
  'books.write': ['superadmin', 'admin'],
  'dashboard.read': office,
  'reports.read': office,
  'products.write': office,
  'prices.write': office,
  'publications.write': office,
  'tickets.write': everyone,
  /** The shifts of all; without it one sees and closes one's own. */
  'shifts.all': office,
  'audit.read': ['superadmin', 'admin', 'manager'],
  'backup.read': ['superadmin'],
  'accounts.read': ['superadmin', 'admin'],
  'accounts.register': ['superadmin', 'admin'],
  'accounts.delete': ['superadmin'],
  /** What every signed-in person may: leave, prove who they are, change the own password. */
  'session.own': everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** True when the table gives the role that permission. */
export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
