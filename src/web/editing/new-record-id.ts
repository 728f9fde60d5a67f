/** A time-ordered id (UUIDv7). crypto.randomUUID exists only on secure origins, which a LAN address is not. */
export function newRecordId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const time = Math.floor(performance.timeOrigin + performance.now());
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(time / 2 ** (8 * (5 - i))) & 255;
  bytes[6] = ((bytes[6] ?? 0) & 15) | 112;
  bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
