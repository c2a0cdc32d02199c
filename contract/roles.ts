/**
 * The place that each role opens after signing in. Only `gate` is not part of the office. The roles have a module of
 * their own, because every phone at the gate loads it.
 */
const roleFacts = {
  superadmin: { opens: 'dashboard' },
  admin: { opens: 'dashboard' },
  manager: { opens: 'dashboard' },
  editor: { opens: 'prices' },
  tiketing: { opens: 'gate' },
} as const satisfies Record<string, { opens: 'dashboard' | 'prices' | 'gate' }>;
export type Role = keyof typeof roleFacts;
export const roles = Object.keys(roleFacts) as Role[];

export function opensFirst(role: Role): 'dashboard' | 'prices' | 'gate' {
  return roleFacts[role].opens;
}
