import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { may } from '#contract/permissions.ts';
import type { OfficePage } from '#web/routes.ts';
import { takeLeaving, useSession } from '#web/session.ts';
import { giveUpQuestion } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { UNGUARDED } from '#web/ui/form/use-unsaved-guard.ts';
import { loginAddress } from '../session/next-page.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';
import { OfficeShell } from './office-shell.tsx';

const PASSWORD_PAGE = '/change-password';

/** Stands before every page of the office: nobody without a session, nobody without the permission of that page. */
export function OfficeGuard() {
  const session = useSession();
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as OfficePage | undefined;
  if (!session) return <ToLogin sentence={page?.loggedOut} />;
  if (session.mustChangePassword && pathname !== PASSWORD_PAGE)
    return <Navigate to={PASSWORD_PAGE} replace state={UNGUARDED} />;
  const isAllowed = !page || may(session.role, page.permission);
  if (page?.isBare && isAllowed) return <Outlet />;
  return <OfficeShell session={session}>{isAllowed ? <Outlet /> : <NotAllowedPage role={session.role} />}</OfficeShell>;
}

/** Says why, unless they left on purpose, and shows the login page, which leads back here. */
function ToLogin({ sentence = 'Unauthorized! Please log in first.' }: { sentence: string | undefined }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // It would stand above the login page, and be acted on afterwards in a form that is gone.
    giveUpQuestion();
    const left = takeLeaving();
    if (!left) toastFailed(sentence, 3);
    const address = left ? '/login' : loginAddress(pathname + search);
    void navigate(address, { replace: true, state: UNGUARDED });
  }, [navigate, pathname, search, sentence]);
  return null;
}
