import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { may } from '#contract/permissions.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import type { OfficePage } from '#web/routes.ts';
import { takeLeaving, useSession } from '#web/session.ts';
import { dismissQuestion } from '#web/ui/dialog/confirm.tsx';
import { toastFailed } from '#web/ui/dialog/toast.ts';
import { UNGUARDED } from '#web/ui/form/use-unsaved-guard.ts';
import { loginAddress } from '../session/next-page.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';
import { OfficeShell } from './office-shell.tsx';
import { VerifyPlace } from './verify-place.tsx';

const PASSWORD_PAGE = '/change-password';
const FACTOR_PAGE = '/second-factor';

export function OfficeGuard() {
  const session = useSession();
  const { pathname } = useLocation();
  const page = useMatches().at(-1)?.handle as OfficePage | undefined;
  if (!session) return <ToLogin sentence={page?.loggedOut ?? 'session.loggedOut'} />;
  const forced = session.mustChangePassword ? PASSWORD_PAGE : session.mustAddFactor ? FACTOR_PAGE : undefined;
  if (forced !== undefined && pathname !== forced) return <Navigate to={forced} replace state={UNGUARDED} />;
  const isAllowed = !page || may(session.role, page.permission);
  const content = isAllowed ? <Outlet /> : <NotAllowedPage role={session.role} />;
  return (
    <>
      {page?.isBare && isAllowed ? content : <OfficeShell session={session}>{content}</OfficeShell>}
      <VerifyPlace />
    </>
  );
}

function ToLogin({ sentence }: { sentence: MessageKey }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // An open dialog would remain above the login page.
    dismissQuestion();
    const left = takeLeaving();
    if (!left) toastFailed(t(sentence), 3);
    const address = left ? '/login' : loginAddress(pathname + search);
    void navigate(address, { replace: true, state: UNGUARDED });
  }, [navigate, pathname, search, sentence]);
  return null;
}
