import { useEffect } from 'react';

const schemeAttribute = 'data-mantine-color-scheme';

/** While the page is printed: light colors whatever the screen shows, and everything that is folded is open. */
export function usePrinting(): void {
  useEffect(() => {
    const root = document.documentElement;
    let scheme: string | null = null;
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      if (scheme !== null) return;
      scheme = root.getAttribute(schemeAttribute);
      root.setAttribute(schemeAttribute, 'light');
      opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const part of opened) part.open = true;
    };
    const after = () => {
      if (scheme !== null) root.setAttribute(schemeAttribute, scheme);
      scheme = null;
      for (const part of opened) part.open = false;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}

const patienceMs = 15_000;

/** Prints the page once its pictures have arrived: those far below are otherwise loaded only when they come into view. */
export async function printWithPictures(): Promise<void> {
  // Renders what is still missing.
  window.dispatchEvent(new Event('beforeprint'));
  window.dispatchEvent(new Event('afterprint'));
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  for (const picture of pictures) picture.loading = 'eager';
  const arrived = Promise.allSettled(pictures.map((picture) => picture.decode()));
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  window.print();
}
