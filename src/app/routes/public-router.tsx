import { Suspense, use, useCallback, useEffect, useState } from 'react';
import { Boundary } from '#web/loading/boundary.tsx';
import { type NavigateFn, NavigationProvider, type PageLocation } from '#web/navigation/navigation.tsx';
import { pagePath, pageSearch } from '#web/navigation/page-address.ts';
import { CrashedPage, NotFoundPage, NotYetPage } from '#web/shell/message-pages.tsx';
import { PublicLayout } from '#web/shell/public-layout.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';
import { entryFor, isPaymentPage } from './entries.ts';
import { matchPath } from './match-path.ts';
import type { AnyPage, PageDef } from './pages.ts';
import { publicLayoutPages, publicPages } from './public-pages.ts';

/** The router of the public entry: a dozen pages do not justify a library of 26 kB. */
export function PublicRouter() {
  const [place, setPlace] = useState<PageLocation>(here);
  // The content security policy of the first page that was loaded stays in force, whatever page is shown later.
  const [canPayHere] = useState(() => isPaymentPage(pagePath()));
  useEffect(() => {
    const follow = () => {
      if (isPaymentPage(pagePath()) && !canPayHere) window.location.reload();
      else setPlace(here());
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [canPayHere]);
  const go = useCallback<NavigateFn>(
    (to, options) => {
      const { pathname } = new URL(to, window.location.href);
      // Pages of the other entry, and pages that need the payment service's scripts, require a full page load.
      if (entryFor(pathname) !== 'public' || (isPaymentPage(pathname) && !canPayHere)) {
        window.location.assign(to);
        return;
      }
      window.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to);
      setPlace(here());
      if (!options?.keepScroll) window.scrollTo(0, 0);
    },
    [canPayHere],
  );
  return (
    <NavigationProvider place={place} go={go}>
      <Boundary key={place.path} fallback={() => <CrashedPage onReload={() => window.location.reload()} />}>
        <Shown path={place.path} />
      </Boundary>
      <Toaster />
    </NavigationProvider>
  );
}

function Shown({ path }: { path: string }) {
  const own = matchPath(publicPages, path);
  if (own?.page.load) {
    return (
      <Suspense fallback={<LinesSkeleton lines={6} height={20} />}>
        <Loaded page={own.page} params={own.params} />
      </Suspense>
    );
  }
  const framed = matchPath(publicLayoutPages, path);
  return (
    <PublicLayout>
      <Suspense fallback={<LinesSkeleton lines={6} height={20} />}>
        {framed ? (
          <Loaded page={framed.page} params={framed.params} />
        ) : own ? (
          <NotYetPage isPublic />
        ) : (
          <NotFoundPage />
        )}
      </Suspense>
    </PublicLayout>
  );
}

const loads = new Map<PageDef, Promise<AnyPage>>();

function Loaded({ page, params }: { page: PageDef; params: Record<string, string> }) {
  const Page = use(loadOnce(page));
  return <Page {...params} />;
}

function loadOnce(page: PageDef): Promise<AnyPage> {
  const known = loads.get(page);
  if (known) return known;
  const load = (page.load ? page.load() : Promise.resolve(NotYetPage as AnyPage)).then((Page) => {
    // React reads these fields and does not suspend again for a page that is loaded.
    void Object.assign(load, { status: 'fulfilled', value: Page });
    return Page;
  });
  loads.set(page, load);
  return load;
}

/** Loads the page of an address before anything is rendered. */
export async function preloadPage(path: string): Promise<void> {
  const found = matchPath(publicPages, path) ?? matchPath(publicLayoutPages, path);
  // A failure is reported when the page is rendered.
  if (found?.page.load) await loadOnce(found.page).catch(() => undefined);
}

function here(): PageLocation {
  return { path: pagePath(), search: pageSearch() };
}
