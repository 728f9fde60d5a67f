const loaded = new Map<string, Promise<void>>();

/** Loads the script of an outside service, once for the page; rejects if it can't be loaded, and may be called again. */
export function loadScript(src: string): Promise<void> {
  const known = loaded.get(src);
  if (known) return known;
  const script = document.createElement('script');
  const done = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve(), { once: true });
    script.addEventListener(
      'error',
      () => {
        loaded.delete(src);
        script.remove();
        reject(new Error('an outside script did not load'));
      },
      { once: true },
    );
  });
  script.src = src;
  script.async = true;
  document.head.append(script);
  loaded.set(src, done);
  return done;
}
