import './pages/public-styles.ts';
import '#web/theme/base.css';
import { Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api.ts';
import { seedReads } from '#web/client/seed-reads.ts';
import { startI18n } from '#web/i18n.ts';
import { PageSlotProvider } from '#web/page-slots.tsx';
import { Providers, shareNonce } from '#web/providers.tsx';
import { takeInitialData } from './pages/initial-data.ts';
import { publicSlotFillers } from './public-slot-fillers.ts';
import { PublicRouter, preloadPage } from './routes/public-router.tsx';

/** Starts the public entry in `root`: no app shell, no notifications, only the styles it uses. */
export async function startPublic(root: HTMLElement): Promise<void> {
  shareNonce();
  const { reads, reader } = takeInitialData();
  await Promise.all([startI18n({ detect: true, reader }), preloadPage(window.location.pathname)]);
  const queries = createQueryClient();
  seedReads(queries, reads);
  // As a transition, React renders in slices: the prerendered page stays usable and no slice blocks input.
  startTransition(() => {
    createRoot(root).render(
      <Suspense>
        <Providers queries={queries}>
          <PageSlotProvider fillers={publicSlotFillers}>
            <PublicRouter />
          </PageSlotProvider>
        </Providers>
      </Suspense>,
    );
  });
}
