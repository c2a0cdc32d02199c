import { type Role, roles } from '#contract/permissions.ts';

/** What a role is for, in the words of the form that gives it (wire.md, section 7). */
export const ROLE_WORDS: Record<Role, string> = {
  superadmin: 'Everything, also the backup and deleting accounts',
  admin: 'Everything but the backup and deleting accounts',
  manager: 'Looks at books and logs; keeps products, prices, publications and tickets',
  editor: 'Looks at books; keeps products, prices, publications and tickets',
  tiketing: 'Issues tickets at the gate; does not enter this office',
};

/** The roles that somebody of that role may give. */
export function rolesGivenBy(role: Role | undefined): Role[] {
  return roles.filter((one) => one !== 'superadmin' || role === 'superadmin');
}
