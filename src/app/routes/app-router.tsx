import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
  useLocation,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { loadTexts } from '#web/i18n.ts';
import { type Go, NavigationProvider } from '#web/navigation.tsx';
import { BrokenPage, NotFoundPage, NotYetPage, ServerErrorPage } from '#web/shell/message-pages.tsx';
import { Confirmations } from '#web/ui/dialog/confirm.tsx';
import { PageSkeleton } from '#web/ui/feedback/states.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import { plainSearch } from '#web/url.ts';
import { authPages, openPages } from './auth-pages.ts';
import { entryFor, isMixed } from './entries.ts';
import { guardSignedIn, guardVisitor, leadOn } from './guards.ts';
import { adminPages, memberPages } from './member-pages.ts';
import { olderAdminPaths, olderPaths } from './older-paths.ts';
import type { PageDef } from './pages.ts';

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  beforeLoad: ({ location }) => {
    // A link from inside to a page of the light entry: that one starts anew.
    if (entryFor(location.pathname) === 'public' && !isMixed(location.pathname))
      window.location.replace(location.href);
  },
});

// Links and screens know the router only by these two.
function Root() {
  const router = useRouter();
  const { pathname: path, searchStr: search } = useLocation();
  const place = useMemo(() => ({ path, search }), [path, search]);
  const go = useCallback<Go>(
    (to, options) => {
      void router.navigate({
        href: to,
        replace: options?.replace ?? false,
        resetScroll: !options?.keepScroll,
      });
    },
    [router],
  );
  return (
    <NavigationProvider place={place} go={go}>
      <Outlet />
      <Toaster />
      <Confirmations />
    </NavigationProvider>
  );
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location, preload }) => {
    guardSignedIn(location, preload);
  },
  component: lazyRouteComponent(() => import('./shell-layout.tsx'), 'ShellLayout'),
});

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signing-in',
  component: lazyRouteComponent(async () => {
    const [{ AuthLayout }] = await Promise.all([
      import('#features/auth/screens/auth-layout.tsx'),
      loadTexts('auth'),
    ]);
    return {
      default: () => (
        <AuthLayout>
          <Outlet />
        </AuthLayout>
      ),
    };
  }),
});

function routeOf(
  parent: AnyRoute,
  { path, load }: PageDef,
  beforeLoad?: (isPreload: boolean) => void,
): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path,
    component: load ? lazyPage(load) : () => <NotYetPage />,
    ...(beforeLoad ? { beforeLoad: ({ preload }) => beforeLoad(preload) } : {}),
  });
}

function lazyPage(load: NonNullable<PageDef['load']>) {
  return lazyRouteComponent(async () => {
    const Page = await load();
    return { default: () => <Page {...(useParams({ strict: false }) as Record<string, string>)} /> };
  });
}

function older(path: string, target: string, forAdmins: boolean): AnyRoute {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ location }) => leadOn(location, target, forAdmins),
  });
}

function leading(path: string, target: string): AnyRoute {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ href: target, replace: true });
    },
  });
}

function plain(path: string, component: () => React.ReactNode): AnyRoute {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: () => <main>{component()}</main>,
  });
}

const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/dev/kit',
        component: lazyRouteComponent(() => import('#web/kit-gallery.tsx'), 'KitGallery'),
      }),
    ]
  : [];

const tree = rootRoute.addChildren([
  shellRoute.addChildren([...memberPages, ...adminPages].map((page) => routeOf(shellRoute, page))),
  authRoute.addChildren([
    ...authPages.map((page) => routeOf(authRoute, page, guardVisitor)),
    ...openPages.map((page) => routeOf(authRoute, page)),
  ]),
  ...Object.entries(olderPaths).map(([path, target]) => older(path, target, false)),
  ...Object.entries(olderAdminPaths).map(([path, target]) => older(path, target, true)),
  leading('/', '/dashboard'),
  leading('/admin', '/admin/dashboard'),
  leading('/auth', '/auth/login'),
  plain('/404', () => <NotFoundPage />),
  plain('/500', () => <ServerErrorPage />),
  ...kit,
]);

/** The router of the signed-in entry. Every route of the specification is in it, also those whose rooms come later. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    // As the guards and entryFor read paths: /Settings must not show what /settings asks a right for.
    caseSensitive: true,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...plainSearch,
    defaultPendingMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: () => <BrokenPage onReload={() => window.location.reload()} />,
  });
}
