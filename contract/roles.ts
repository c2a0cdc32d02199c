/**
 * The page that each role sees first after signing in. `gate` is the page for tickets, the others belong to the office.
 * The roles are in a small separate module, because every phone at the gate loads it.
 */
const roleFacts = {
  superadmin: { opens: 'dashboard' },
  admin: { opens: 'dashboard' },
  manager: { opens: 'dashboard' },
  cashier: { opens: 'my-day' },
  editor: { opens: 'prices' },
  tiketing: { opens: 'gate' },
} as const satisfies Record<string, { opens: FirstPlace }>;
type FirstPlace = 'dashboard' | 'my-day' | 'prices' | 'gate';
export type Role = keyof typeof roleFacts;
export const roles = Object.keys(roleFacts) as Role[];

export function opensFirst(role: Role): FirstPlace {
  return roleFacts[role].opens;
}
