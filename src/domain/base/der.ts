/** Reads and writes DER, the binary format of certificates and signatures, as far as seals need it. */

/** One value: its tag, its content, and its complete encoding in the file. */
export interface DerValue {
  tag: number;
  content: Uint8Array;
  whole: Uint8Array;
}

export const derTags = { integer: 0x02, octets: 0x04, oid: 0x06, sequence: 0x30, set: 0x31, context0: 0xa0 };

/** Reads the value that starts at `at`, or returns null if the bytes are not DER. What follows the value is ignored. */
export function readDer(bytes: Uint8Array, at = 0): DerValue | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  // Multi-byte tags occur in none of the structures of a seal.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  let length = first;
  let head = 2;
  if (first & 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) return null;
    length = 0;
    for (let i = 0; i < count; i += 1) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    head += count;
  }
  const end = at + head + length;
  if (end > bytes.length) return null;
  return { tag, content: bytes.subarray(at + head, end), whole: bytes.subarray(at, end) };
}

/** Returns the values inside a value, or null if they do not fill it exactly. */
export function readDerChildren(of: DerValue | null | undefined): DerValue[] | null {
  if (!of) return null;
  const children: DerValue[] = [];
  for (let at = 0; at < of.content.length; ) {
    const child = readDer(of.content, at);
    if (!child) return null;
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** Encodes a value as DER: its tag, its length in the shortest form, and its content. */
export function encodeDer(tag: number, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  const head = length < 128 ? [tag, length] : [tag, 0x80 | digits.length, ...digits];
  const whole = new Uint8Array(head.length + length);
  whole.set(head);
  let at = head.length;
  for (const content of contents) {
    whole.set(content, at);
    at += content.length;
  }
  return whole;
}

/** Returns an object identifier in dotted notation, `1.2.840.113549.1.9.4`; empty if the value is not one. */
export function decodeOid(of: DerValue | null | undefined): string {
  if (of?.tag !== derTags.oid || of.content.length === 0) return '';
  const numbers: number[] = [];
  let value = 0;
  for (const byte of of.content) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** Returns whether two byte arrays are equal. */
export function bytesEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** Decodes hexadecimal digits, or returns null if the text contains anything else. */
export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}

/** Encodes bytes as lower-case hexadecimal digits. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
