import { may, type Permission } from '#contract/permissions.ts';
import { useSession } from '#web/session.ts';

export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session !== undefined && may(session.role, permission);
}
