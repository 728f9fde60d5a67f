import { pageSearch } from './page-address.ts';

/** Returns the personal part of a client's link (`?p=`) in the address of this page, if any. */
export function personalLinkToken(): string | undefined {
  return new URLSearchParams(pageSearch()).get('p') ?? undefined;
}

/** Adds the personal part of this page's address to a path, so that a client stays identified from page to page. */
export function withPersonalLinkToken(path: string): string {
  const p = personalLinkToken();
  return p ? `${path}?p=${encodeURIComponent(p)}` : path;
}
