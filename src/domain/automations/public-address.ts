import { ipv6Groups } from '../base/ipv6-groups.ts';

/** IPv4 ranges that lead to no one outside, or nowhere: first address and length of the prefix (IANA registry). */
const reservedV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * IPv6 ranges inside 2000::/3 that are reserved or carry an IPv4 address inside, which could be a private one: first 32
 * bits and length of the prefix. Everything outside 2000::/3 is not public.
 */
const reservedV6: readonly (readonly [number, number])[] = [
  [0x20010000, 23],
  [0x20010db8, 32],
  [0x20020000, 16],
  [0x3fff0000, 20],
];

/**
 * Returns whether an address (as DNS and sockets spell it) belongs to the public internet. False for anything that is
 * not an address, and for every notation of a private one: mapped, translated or tunneled.
 *
 * @example isPublicAddress('93.184.215.14') → true
 * @example isPublicAddress('::ffff:93.184.215.14') → false
 * @example isPublicAddress('fe80::1%eth0') → false
 */
export function isPublicAddress(address: string): boolean {
  const v4 = ipv4Number(address);
  if (v4 !== null)
    return !reservedV4.some(([first, length]) => startsWith(v4, ipv4Number(first) ?? 0, length));
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return false;
  const [high = 0, low = 0] = ipv6Groups(address);
  const start = high * 0x10000 + low;
  return (
    startsWith(start, 0x20000000, 3) &&
    !reservedV6.some(([first, length]) => startsWith(start, first, length))
  );
}

/** The number of a dotted address; null for any other spelling. */
function ipv4Number(address: string): number | null {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return null;
  const parts = address.split('.').map(Number);
  return parts.some((part) => part > 255) ? null : parts.reduce((sum, part) => sum * 256 + part, 0);
}

function startsWith(address: number, first: number, length: number): boolean {
  const size = 2 ** (32 - length);
  return Math.floor(address / size) === Math.floor(first / size);
}
