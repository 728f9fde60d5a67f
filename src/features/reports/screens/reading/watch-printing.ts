const schemeAttribute = 'data-mantine-color-scheme';

/**
 * While the page is printed: light colors whatever the screen shows, and everything that is folded is open. The returned
 * function stops it.
 */
export function watchPrinting(): () => void {
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
}
