const bytesOf = Symbol('ready json');

/** Data of an answer that is JSON already. */
interface ReadyJson {
  readonly [bytesOf]: Uint8Array;
}

/**
 * An answer whose JSON was put together by hand, for the few routes that answer megabytes of repeated parts; type and
 * contract stay those of the data. Tests and the demo read it again and check it as any other.
 */
export function readyJson<T>(bytes: Uint8Array): T {
  return { [bytesOf]: bytes } as ReadyJson as T;
}

/** The bytes of an answer that is JSON already; null for ordinary data. */
export function readyBytes(data: unknown): Uint8Array | null {
  return typeof data === 'object' && data !== null && bytesOf in data ? (data as ReadyJson)[bytesOf] : null;
}
