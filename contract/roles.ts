/**
 * The place that a role opens after signing in. Only `gate` does not enter the office. A module beside words.ts, because
 * every gate phone loads it for its session.
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
