/** Which URLs webhooks may call, as far as their text shows. Addresses behind a name are checked when it is called. */

/** Why a URL is refused; the texts of the screens and `webhookUrlMessages` explain each. */
export type WebhookUrlProblem =
  | 'not_a_url'
  | 'too_long'
  | 'not_https'
  | 'has_login'
  | 'is_address'
  | 'private_name'
  | 'port';

const longest = 2000;

/** Top-level names that never belong to the public internet. */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/;

/** Ports from 1024 of databases, caches and control interfaces, which read HTTP as something else. */
const refusedPorts: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 3306, 3389, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6667, 9042, 9092,
  9200, 10250, 11211, 27017,
]);

const publicUrlPrefix = '{host}';

/** Replaces the prefix `{host}` by the public address of the application. */
export function resolveWebhookUrl(url: string, publicUrl: string): string {
  return url.trim().startsWith(publicUrlPrefix)
    ? publicUrl + url.trim().slice(publicUrlPrefix.length)
    : url.trim();
}

/**
 * Returns the URL as it is called, or why it is refused. `allowed` lists host:port pairs of private receivers, which
 * exist in the demo and in tests only.
 *
 * @example checkWebhookUrl('https://hooks.shop.com/in', []) → { url: 'https://hooks.shop.com/in' }
 * @example checkWebhookUrl('https://0x7f.1/', []) → { problem: 'is_address' }
 */
export function checkWebhookUrl(
  text: string,
  allowed: readonly string[],
): { url: string; problem?: undefined } | { url?: undefined; problem: WebhookUrlProblem } {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text.trim())) return { problem: 'not_a_url' };
  const url = new URL(text.trim());
  url.hash = '';
  if (url.href.length > longest) return { problem: 'too_long' };
  if (url.username !== '' || url.password !== '') return { problem: 'has_login' };
  if (isAllowed(url, allowed)) return { url: url.href };
  if (url.protocol !== 'https:') return { problem: 'not_https' };
  const host = url.hostname.replace(/\.$/, '');
  // The parser has turned every notation of an IPv4 address (hexadecimal, one number) into the dotted one.
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return { problem: 'is_address' };
  if (!host.includes('.') || privateNames.test(host)) return { problem: 'private_name' };
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && (port < 1024 || refusedPorts.has(port))) return { problem: 'port' };
  return { url: url.href };
}

/** Returns whether the URL's host and port are one of the private receivers. */
export function isAllowed(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(hostAndPort(url));
}

/** Returns host and port of a URL, the port also where it is the usual one: `127.0.0.1:8080`. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`;
}

/** A sentence for each problem, in English: the server translates what it sends. */
export const webhookUrlMessages: Readonly<Record<WebhookUrlProblem, string>> = {
  not_a_url: 'Enter a web address that starts with https://',
  too_long: 'The web address is too long: use at most 2,000 characters',
  not_https: 'The web address must start with https://',
  has_login: 'The web address must not contain a user name or password',
  is_address: 'Enter a host name instead of an IP address',
  private_name: 'This host name is not on the public internet',
  port: 'This port cannot be used: use 443, or one from 1024 that belongs to no database',
};
