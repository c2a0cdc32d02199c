import { may } from '#contract/permissions.ts';
import { useSession } from '../session/session-store.ts';

/** True when whoever is signed in may change the books; a manager or an editor only reads them. */
export function useMayWrite(): boolean {
  const session = useSession();
  return session !== undefined && may(session.role, 'books.write');
}
