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
import { useCallback, useEffect, useMemo } from 'react';
import { loadMessages } from '#web/i18n.ts';
import { reloadIfReplaced } from '#web/loading/new-version.ts';
import { type NavigateFn, NavigationProvider } from '#web/navigation/navigation.tsx';
import { plainSearch } from '#web/navigation/use-url-state.ts';
import { isOfflineNow } from '#web/offline/connection.ts';
import { CrashedPage, NotFoundPage, NotYetPage, ServerErrorPage } from '#web/shell/message-pages.tsx';
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx';
import { PageSkeleton } from '#web/ui/feedback/states.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import { anyonePages, authPages } from './auth-pages.ts';
import { entryFor, isMixedLayout } from './entries.ts';
import { redirectLegacyPath, requireSignedIn, requireSignedOut } from './guards.ts';
import { legacyAdminPaths, legacyPaths } from './legacy-paths.ts';
import { adminPages, memberPages } from './member-pages.ts';
import type { PageDef } from './pages.ts';

const previewPath = /^\/view-report2\//;

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  beforeLoad: ({ location }) => {
    // A link from inside the app to a page of the public entry loads that entry.
    const isPublic = entryFor(location.pathname) === 'public' && !isMixedLayout(location.pathname);
    if (isPublic && !(isOfflineNow() && previewPath.test(location.pathname)))
      window.location.replace(location.href);
  },
});

// Links and screens access the router only through these two.
function Root() {
  const router = useRouter();
  const { pathname: path, searchStr: search } = useLocation();
  const place = useMemo(() => ({ path, search }), [path, search]);
  const go = useCallback<NavigateFn>(
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
      <ConfirmHost />
    </NavigationProvider>
  );
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location, preload }) => {
    requireSignedIn(location, preload);
  },
  component: lazyRouteComponent(() => import('./shell-layout.tsx'), 'ShellLayout'),
});

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signing-in',
  component: lazyRouteComponent(async () => {
    const [{ AuthLayout }] = await Promise.all([
      import('#features/auth/screens/auth-layout.tsx'),
      loadMessages('auth'),
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
    beforeLoad: ({ location }) => redirectLegacyPath(location, target, forAdmins),
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

/** The preview of a report, in whose place the app shell shows what this device has until the server answers again. */
const previewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/view-report2/$report_id',
  component: () => {
    useEffect(() => window.location.reload(), []);
    return <PageSkeleton />;
  },
});

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
  shellRoute.addChildren([
    ...[...memberPages, ...adminPages].map((page) => routeOf(shellRoute, page)),
    previewRoute,
  ]),
  authRoute.addChildren([
    ...authPages.map((page) => routeOf(authRoute, page, requireSignedOut)),
    ...anyonePages.map((page) => routeOf(authRoute, page)),
  ]),
  ...Object.entries(legacyPaths).map(([path, target]) => older(path, target, false)),
  ...Object.entries(legacyAdminPaths).map(([path, target]) => older(path, target, true)),
  leading('/', '/dashboard'),
  leading('/admin', '/admin/dashboard'),
  leading('/auth', '/auth/login'),
  plain('/404', () => <NotFoundPage />),
  plain('/500', () => <ServerErrorPage />),
  ...kit,
]);

/** Shown instead of a page that throws or whose code could not be loaded. */
function Crashed() {
  useEffect(() => void reloadIfReplaced(), []);
  return <CrashedPage onReload={() => window.location.reload()} />;
}

/** Creates the router of the signed-in entry, with every route of the specification, including unbuilt pages. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    // Matches paths as the guards and entryFor do: /Settings must not show what /settings requires a permission for.
    caseSensitive: true,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...plainSearch,
    defaultPendingMs: 200,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: Crashed,
  });
}
