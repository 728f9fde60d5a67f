import './public-styles.ts';
import '#web/base.css';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#web/api.ts';
import { startTexts } from '#web/i18n.ts';
import { Providers, shareNonce } from '#web/providers.tsx';
import { PublicRouter, preloadPage } from './routes/public-router.tsx';

/** Starts the light entry in `root`: no shell, no notifications, only the styles it uses. */
export async function startPublic(root: HTMLElement): Promise<void> {
  shareNonce();
  const texts = startTexts({ detect: true });
  preloadPage(window.location.pathname);
  await texts;
  const queries = createQueryClient();
  createRoot(root).render(
    <Suspense>
      <Providers queries={queries}>
        <PublicRouter />
      </Providers>
    </Suspense>,
  );
}
