/** The links of a mail: which are counted when a company counts opens and clicks, and how they are replaced. */

/** Attributes of our own mails are always quoted like this, and contain no angle brackets. */
const linkAttribute = /(<a\b[^<>]*?\bhref=")([^"<>]*)"/gi;
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Pages about a login, the preferences of a recipient, and counted links themselves. */
const uncountedPages = /^\/(auth|force-reset-password|u|t)(\/|$)/;
const mostLinks = 100;

/**
 * Returns the addresses behind the links of a mail that may be counted, each once: web pages only, and never a page about a
 * login or the way to unsubscribe.
 *
 * @example countedLinks('<a href="https://a.example/?b=1&amp;c=2">x</a>', 'https://gable.example') → ['https://a.example/?b=1&c=2']
 * @example countedLinks('<a href="https://gable.example/u/x">x</a>', 'https://gable.example') → []
 */
export function countedLinks(html: string, publicUrl: string): string[] {
  const found = [...html.matchAll(linkAttribute)].map((match) => decoded(match[2] ?? ''));
  return [...new Set(found.filter((href) => isCounted(href, publicUrl)))].slice(0, mostLinks);
}

/** Replaces the addresses of links; where `replace` returns null the link stays as it is. */
export function replaceLinks(html: string, replace: (href: string) => string | null): string {
  return html.replace(linkAttribute, (whole: string, before: string, href: string) => {
    const next = replace(decoded(href));
    return next === null ? whole : `${before}${next}"`;
  });
}

/** Returns whether a stored address may be redirected to: a web page. */
export function isWebAddress(href: string): boolean {
  return URL.canParse(href) && /^https?:$/.test(new URL(href).protocol);
}

function isCounted(href: string, publicUrl: string): boolean {
  if (!isWebAddress(href)) return false;
  const { host, pathname } = new URL(href);
  return host !== new URL(publicUrl).host || !uncountedPages.test(pathname);
}

function decoded(attribute: string): string {
  return attribute.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name.toLowerCase()] ?? '';
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
