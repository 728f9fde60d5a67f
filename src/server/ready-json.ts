const partsOf = Symbol('ready json');

/** Data of an answer that is JSON already, in pieces. */
interface ReadyJson {
  readonly [partsOf]: readonly Uint8Array[];
}

/**
 * An answer whose JSON was put together by hand, for the few routes that answer megabytes of repeated parts; type and
 * contract stay those of the data. Tests and the demo read it again and check it as any other. Its pieces are joined once,
 * together with the envelope: megabytes that are copied twice keep the garbage collector busier than the work itself.
 */
export function readyJson<T>(parts: readonly Uint8Array[]): T {
  return { [partsOf]: parts } as ReadyJson as T;
}

/** The pieces of an answer that is JSON already; null for ordinary data. */
export function readyParts(data: unknown): readonly Uint8Array[] | null {
  return typeof data === 'object' && data !== null && partsOf in data ? (data as ReadyJson)[partsOf] : null;
}
