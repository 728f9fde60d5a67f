import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useState } from 'react';
import {
  canOpenRoute,
  currentEntry,
  type MenuGroup,
  type MenuItem,
  menuFor,
  menuGroupsFor,
} from '#domain/people/menus.ts';
import { updatePreferences } from '#features/auth/contract.ts';
import { showFailure } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import type { Lang } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { usePageLocation } from '#web/navigation/navigation.tsx';
import { plainSearch } from '#web/navigation/use-url-state.ts';
import { useIsOffline } from '#web/offline/connection.ts';
import { session, useActor, useUser } from '#web/session.ts';
import { Shell } from '#web/shell/shell.tsx';
import { preserveFocus } from '#web/ui/dialog/preserve-focus.ts';
import { IconLifebuoy, IconSettings, IconUserCircle } from '#web/ui/layout/icons.ts';
import { IdentityQuestion } from './identity-question.tsx';
import { builtPaths } from './member-pages.ts';

const offlinePages = () => import('#features/reports/screens/offline/offline-pages.tsx');
const OfflinePage = lazy(async () => ({ default: (await offlinePages()).OfflinePage }));
const OfflineBar = lazy(async () => ({ default: (await offlinePages()).OfflineBar }));

const profileEntries = [
  { id: 'profile' as const, to: '/my-profile', icon: <IconUserCircle size={16} aria-hidden /> },
  { id: 'settings' as const, to: '/settings', icon: <IconSettings size={16} aria-hidden /> },
  { id: 'support' as const, to: '/support-tickets', icon: <IconLifebuoy size={16} aria-hidden /> },
];

/** The app shell around the pages behind the login, with menu entries only for pages that are built. */
export function ShellLayout() {
  const user = useUser();
  const actor = useActor();
  const { path, search } = usePageLocation();
  const menu = useMemo(() => menuFor(actor, user.sidebar_nav_links).flatMap(onlyBuilt), [actor, user]);
  const groups = useMemo(() => menuGroupsFor(actor).flatMap(onlyBuiltOf), [actor]);
  const entries = [...menu, ...groups.flatMap((group) => group.items)];
  const isMember = user.user_type !== 5;
  useEffect(preserveFocus, []);
  return (
    <Shell
      menu={menu}
      groups={groups}
      current={currentEntry(entries, path, plainSearch.parseSearch(search).tab ?? '')}
      path={path}
      profile={profileEntries.filter((entry) => builtPaths.has(entry.to) && canOpenRoute(actor, entry.to))}
      onLogout={() => session.leave()}
      onLanguage={(lang) => void saveLanguage(lang as Lang)}
      {...(isMember ? { onReorder: (ids: string[]) => void saveOrder(ids) } : {})}
    >
      <Page path={path} />
      <IdentityQuestion />
    </Shell>
  );
}

/** The page, or what the device has of it if it was opened without a connection. */
function Page({ path }: { path: string }) {
  const isOffline = useIsOffline();
  const [opened, setOpened] = useState({ path, isOffline });
  if (opened.path !== path) setOpened({ path, isOffline });
  // An open page stays when the connection is lost: it may hold typed input.
  const isReplaced = isOffline && opened.isOffline && !path.startsWith('/edit-report/');
  return (
    <>
      <Suspense>{isOffline && <OfflineBar />}</Suspense>
      {isReplaced ? <OfflinePage path={path} /> : <Outlet />}
    </>
  );
}

function onlyBuiltOf(group: MenuGroup): MenuGroup[] {
  const items = group.items.flatMap(onlyBuilt);
  return items.length > 0 ? [{ ...group, items }] : [];
}

function onlyBuilt(item: MenuItem): MenuItem[] {
  const children = item.children?.flatMap(onlyBuilt);
  if (!builtPaths.has(item.path) && !children?.length) return [];
  return [{ ...item, ...(children ? { children } : {}) }];
}

// Hidden entries (no permission, page not built) keep their positions behind the visible ones.
async function saveOrder(shown: string[]): Promise<void> {
  const user = session.state().user;
  if (!user) return;
  const hidden = user.sidebar_nav_links.filter((id) => !shown.includes(id));
  const sidebar_nav_links = [...shown, ...hidden];
  session.amend({ sidebar_nav_links });
  await call(updatePreferences, { sidebar_nav_links }).catch((error: unknown) => {
    session.amend({ sidebar_nav_links: user.sidebar_nav_links });
    say(error);
  });
}

// The server sends mail in this language. The choice applies in this browser even if saving fails.
async function saveLanguage(language: Lang): Promise<void> {
  await call(updatePreferences, { language }).catch(say);
}

function say(error: unknown): void {
  if (error instanceof ApiFailure) showFailure(error);
}
