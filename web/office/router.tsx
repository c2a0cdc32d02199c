import { type OfficePath, officePages } from 'virtual:office/pages';
import {
  createBrowserRouter,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { loadPart } from '#web/load-part.ts';
import { useHeldKeys } from '#web/ui/use-held-keys.ts';
import { importOf } from './import-page.ts';
import type { OfficePage } from './page.ts';
import { ErrorPage, FramelessErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';

export function officeRouter() {
  return createBrowserRouter(officeRoutes());
}

export function officeRoutes(): RouteObject[] {
  const pages = Object.entries(officePages).map(([path, page]) => routeOf(path as OfficePath, page));
  return [
    {
      Component: Root,
      ErrorBoundary: FramelessErrorPage,
      HydrateFallback: () => <div className="frame" />,
      children: [
        { path: '/login', lazy: fetchLogin },
        {
          path: '/password-link',
          lazy: async () => ({
            Component: (await loadPart(() => import('./session/password-link-page.tsx'))).PasswordLinkPage,
          }),
        },
        { path: '/market-restored', lazy: fetchRestored },
        {
          lazy: async () => ({ Component: (await fetchFrame()).OfficeGuard }),
          children: [{ ErrorBoundary: ErrorPage, children: [...pages, { path: '*', Component: NotFoundPage }] }],
        },
      ],
    },
  ];
}

const fetchFrame = () => loadPart(() => import('./shell/office-guard.tsx'));

/**
 * Loads the sign-in page as a route of the office, for a session that has ended. It also exists as a separate program
 * (sign-in-program.tsx).
 */
async function fetchLogin() {
  const { LoginPage } = await loadPart(() => import('./session/login-page.tsx'));
  const Component = () => {
    const navigate = useNavigate();
    const [params] = useSearchParams();
    return <LoginPage next={params.get('next')} open={(path) => void navigate(path, { replace: true })} />;
  };
  return { Component };
}

async function fetchRestored() {
  const [{ RestoredPage }] = await loadPart(() =>
    Promise.all([import('./restore/restored-page.tsx'), loadMessages('office')]),
  );
  return { Component: RestoredPage };
}

function routeOf(path: OfficePath, page: OfficePage): RouteObject {
  return { path, handle: page, lazy: importOf(path) };
}

function Root() {
  useHeldKeys();
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
