import '@mantine/core/styles.layer.css';
import '#web/theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, hasChosenLanguage, type Lang, languages, startI18n } from '#web/i18n.ts';
import { watchForNewVersion } from '#web/loading/new-version.ts';
import { refetchOnReturn } from '#web/loading/refetch-on-return.ts';
import { PageSlotProvider } from '#web/page-slots.tsx';
import { Providers, shareNonce } from '#web/providers.tsx';
import { session, useSession } from '#web/session.ts';
import { OutagePage } from '#web/shell/message-pages.tsx';
import { Splash } from '#web/ui/feedback/splash.tsx';
import { pageSlotFillers } from './page-slot-fillers.ts';
import { createAppRouter } from './routes/app-router.tsx';
import { sessionRoutes } from './session-routes.ts';
import { loadStoredUser, startOffline } from './start-offline.ts';

/** Starts the signed-in entry in `root`: restores the session while the texts are loading. */
export async function startApp(root: HTMLElement): Promise<void> {
  shareNonce();
  watchForNewVersion();
  startOffline();
  session.connect(sessionRoutes, loadStoredUser);
  if (session.state().status === 'restoring') void session.begin();
  await startI18n();
  createRoot(root).render(
    <Suspense>
      <App />
    </Suspense>,
  );
}

const queries = createQueryClient();
const router = createAppRouter();
refetchOnReturn(queries);

let known: string | null = null;
session.subscribe(() => {
  const { status, user } = session.state();
  if (status === 'restoring') return;
  const isOther = known !== null && known !== user?.id;
  known = user?.id ?? null;
  // Data that one user has read must not be shown to the next.
  if (isOther && user) queries.clear();
  if (user && !hasChosenLanguage() && isLanguage(user.language)) void changeLanguage(user.language);
  // The guards decide again where the user belongs.
  const navigated = router.invalidate();
  // Not while the old page is still shown: it would fetch everything again, without a session.
  if (isOther && !user) void navigated.finally(() => known === null && queries.clear());
});

function App() {
  const { status } = useSession();
  return (
    <Providers queries={queries}>
      <PageSlotProvider fillers={pageSlotFillers}>
        {status === 'restoring' ? (
          <Splash />
        ) : status === 'unreachable' ? (
          <Outage />
        ) : (
          <RouterProvider router={router} />
        )}
      </PageSlotProvider>
    </Providers>
  );
}

function Outage() {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void session.restore().finally(() => setBusy(false));
  };
  useEffect(() => {
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  });
  return <OutagePage onRetry={retry} busy={busy} />;
}

function isLanguage(value: string): value is Lang {
  return languages.some((language) => language.id === value);
}
