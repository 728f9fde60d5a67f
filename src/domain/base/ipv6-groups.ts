/** Returns the eight groups of a valid IPv6 address. */
export function ipv6Groups(address: string): number[] {
  // The spelling of URLs has no dotted half and omits zeros at most once.
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after = ''] = spelled.split('::');
  const [first, last] = [before, after].map((half) => (half === '' ? [] : half.split(':')));
  const some = [...(first ?? []), ...(last ?? [])];
  const missing = Array.from({ length: 8 - some.length }, () => '0');
  return [...(first ?? []), ...missing, ...(last ?? [])].map((group) => Number.parseInt(group, 16));
}
