/** Registers the service worker, with which the app opens without a network. Later starts only look for a new version. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Blocked by the browser's settings, or a version that is just being deployed: the app works without.
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
}
