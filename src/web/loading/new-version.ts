import { translateNow } from '../i18n.ts';
import { toast, toasts } from '../toast.ts';

const shownMs = 60_000;
const storageKey = 'gable.reloaded-version';

let watchers = 0;

/**
 * Offers to reload when code of this version can no longer be fetched because a newer one was deployed: its files have
 * other names. Never reloads by itself, since a dialog or a form may be open; forms with typed input ask first.
 */
export function watchForNewVersion(reload = () => window.location.reload()): () => void {
  let shown: number | null = null;
  const offer = async () => {
    if (shown !== null || !(await isReplaced()) || shown !== null) return;
    const id = toast(translateNow('newVersion'), {
      action: { label: translateNow('reload'), run: reload },
      milliseconds: shownMs,
    });
    shown = id;
    const unsubscribe = toasts.subscribe(() => {
      if (toasts.visible().some((one) => one.id === id)) return;
      unsubscribe();
      shown = null;
    });
  };
  const listener = () => void offer();
  window.addEventListener('vite:preloadError', listener);
  watchers += 1;
  return () => {
    window.removeEventListener('vite:preloadError', listener);
    watchers -= 1;
  };
}

/** Whether the user is offered to reload because code is missing; pages of clients show no such offer. */
export async function isReloadOffered(): Promise<boolean> {
  return watchers > 0 && (await isReplaced());
}

/**
 * Reloads a page that could not be shown if a newer version was deployed; at most once for each version, so that a file
 * that stays missing does not reload it forever.
 */
export async function reloadIfReplaced(reload = () => window.location.reload()): Promise<void> {
  const version = entryFile()?.src;
  if (!version || sessionStorage.getItem(storageKey) === version || !(await isReplaced())) return;
  sessionStorage.setItem(storageKey, version);
  reload();
}

/** Whether the server no longer has the file that this page started with. No answer means that it is out of reach. */
async function isReplaced(): Promise<boolean> {
  const entry = entryFile();
  if (!entry) return false;
  try {
    const answer = await fetch(entry.src, { method: 'HEAD', cache: 'no-store' });
    return answer.status === 404;
  } catch {
    return false;
  }
}

const entryFile = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]');
