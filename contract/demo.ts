import type { Role } from './roles.ts';

/** The name of the meta element with the password of the demo, which only a server started as a demo sends. */
export const DEMO_META = 'demo-password';

export function demoEmailOf(role: Role): string {
  return `${role}@example.com`;
}
