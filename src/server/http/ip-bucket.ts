import { isIPv6 } from 'node:net';
import { ipv6Groups } from '#domain/base/ipv6-groups.ts';

/**
 * Returns the bucket in which calls from an address are counted: an IPv4 address, or the first half (/64) of an IPv6
 * address. A connection can choose the other half freely, 2^64 times. Evidence stores the whole address instead.
 */
export function ipBucket(ip: string): string {
  const address = ip.split('%')[0] ?? '';
  if (!isIPv6(address)) return ip;
  const groups = ipv6Groups(address);
  const [, , , , , mark, high = 0, low = 0] = groups;
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
