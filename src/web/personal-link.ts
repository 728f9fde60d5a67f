import { pageSearch } from './page-address.ts';

/** The personal part of a client's link (`?p=`) in this page's address, if it has one. */
export function personalLinkToken(): string | undefined {
  return new URLSearchParams(pageSearch()).get('p') ?? undefined;
}

/** A path with the personal part of this page's address, so that a client stays known from page to page. */
export function withPersonalLinkToken(path: string): string {
  const p = personalLinkToken();
  return p ? `${path}?p=${encodeURIComponent(p)}` : path;
}
