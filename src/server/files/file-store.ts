import type { Readable } from 'node:stream';

/** What a caller gets to read: the bytes as a stream, how many there are, and what they are. */
export interface StoredFile {
  readonly stream: Readable;
  /** Bytes of the whole file, also when only a range is read. */
  readonly size: number;
  readonly type: string;
}

/** Both ends count, as in an HTTP Range header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where uploaded and made files live: a folder or an S3 bucket, never the database. Keys come from `fileKey()`; a key names
 * its content by hash, so a file is never changed once it is there.
 */
export interface FileStore {
  /** Stores the bytes so that they survive a power cut once it resolves; storing the same key again is harmless. */
  put(key: string, body: Uint8Array | Readable, type: string): Promise<void>;
  /** The file (or a range of it), or null when there is none under this key. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>;
  /** The whole file in memory, or null when there is none under this key. */
  readBytes(key: string): Promise<Buffer | null>;
  exists(key: string): Promise<boolean>;
  /** Removes the file; removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

/** Every type that is ever stored, by the ending its key carries: what is read tells its type without asking anyone. */
const typeOfEnding = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bin: 'application/octet-stream',
} as const;

const isKey = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}\/[0-9a-f]{64}\.([a-z0-9]{2,4})$/;

/** `subscriber/id/sha256.jpg`: the only shape of a key. Types without an ending of their own become `.bin`. */
export function fileKey(subscriberId: string, id: string, sha256: string, type: string): string {
  const ending = Object.entries(typeOfEnding).find(([, known]) => known === type)?.[0] ?? 'bin';
  return assertFileKey(`${subscriberId}/${id}/${sha256}.${ending}`);
}

/** The key itself, if it has the shape of one; throws otherwise, so that no path of a stranger reaches a disk. */
export function assertFileKey(key: string): string {
  const ending = isKey.exec(key)?.[1] ?? '';
  if (!(ending in typeOfEnding)) throw new Error(`not a file key: ${JSON.stringify(key).slice(0, 200)}`);
  return key;
}

/** The content type a key says. */
export function contentTypeFromKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  return Object.entries(typeOfEnding).find(([known]) => known === ending)?.[1] ?? typeOfEnding.bin;
}
