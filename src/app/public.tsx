import { mayHaveSession, session } from '#web/session.ts';
import { isMixedLayout } from './routes/entries.ts';
import { startPublic } from './start-public.tsx';

/**
 * Starts the public entry. A page of mixed layout is handed to the signed-in entry if a member's session can be
 * restored; for anyone else, including the platform administrator (decisions T-42), it is public.
 */
async function start(root: HTMLElement): Promise<void> {
  if (isMixedLayout(window.location.pathname) && mayHaveSession()) {
    const { sessionRoutes } = await import('./session-routes.ts');
    session.connect(sessionRoutes);
    const { user } = await session.restore();
    if (user && user.user_type !== 5) {
      const { startApp } = await import('./start-app.tsx');
      return startApp(root);
    }
    // A remaining token would take precedence over the page's link and give access to less than the link does.
    if (user) session.forget();
  }
  return startPublic(root);
}

const root = document.getElementById('root');
if (root) void start(root);
