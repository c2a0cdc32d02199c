import { may, type Permission } from '#contract/permissions.ts';
import { useSession } from '#web/session.ts';

/** True when whoever is signed in may do that; what a role cannot do is not shown to it. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session !== undefined && may(session.role, permission);
}
