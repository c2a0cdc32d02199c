import { type Role, roles } from '#contract/words.ts';

export function assignableRoles(role: Role | undefined): Role[] {
  return roles.filter((one) => one !== 'superadmin' || role === 'superadmin');
}
