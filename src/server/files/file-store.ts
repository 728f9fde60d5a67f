import type { Readable } from 'node:stream';
import type { Instant } from '#domain/base/time.ts';

/** A file to read: the bytes as a stream, their number and their type. */
interface StoredFile {
  readonly stream: Readable;
  /** Size of the whole file in bytes, even when only a range is read. */
  readonly size: number;
  readonly type: string;
}

/** Both ends are inclusive, as in an HTTP Range header. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file as the store lists it. */
export interface ListedFile {
  readonly key: string;
  readonly storedAt: Instant;
}

/**
 * Storage for uploaded and generated files: a folder or an S3 bucket, never the database. Keys come from `fileKey()`
 * and contain the hash of the content, so a stored file never changes.
 */
export interface FileStore {
  /** Stores the bytes so that they survive a power failure once it resolves. Storing the same key again is harmless. */
  put(key: string, body: Uint8Array | Readable, type: string): Promise<void>;
  /** Returns the file (or a range of it), or null when the key does not exist. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>;
  /** Reads the whole file into memory; null when the key does not exist. */
  readBytes(key: string): Promise<Buffer | null>;
  exists(key: string): Promise<boolean>;
  /** Deletes the file. Deleting a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Lists all files in an order that does not change, from the beginning or after a key. Names that are no keys are left out. */
  list(after: string | null): AsyncIterable<ListedFile>;
  /** Deletes what uploads that were killed left unfinished before a moment. */
  removeUnfinished(before: Instant): Promise<void>;
}

/** Every stored type by the extension of its key, so that a file's type is known without a lookup. */
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

/** Returns the key `subscriber/id/sha256.jpg`, the only valid format. Types without an extension get `.bin`. */
export function fileKey(subscriberId: string, id: string, sha256: string, type: string): string {
  const ending = Object.entries(typeOfEnding).find(([, known]) => known === type)?.[0] ?? 'bin';
  return assertFileKey(`${subscriberId}/${id}/${sha256}.${ending}`);
}

/** Whether a folder can be a part of a key: that of a company or an id. */
export function isFolderOfKeys(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

/** Whether a name in the store is a key that `fileKey` made. */
export function isFileKey(key: string): boolean {
  return (isKey.exec(key)?.[1] ?? '') in typeOfEnding;
}

/** Returns the key if its format is valid and throws otherwise, so that no untrusted path reaches a disk. */
export function assertFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`not a file key: ${JSON.stringify(key).slice(0, 200)}`);
  return key;
}

/** Returns the content type encoded in a key. */
export function contentTypeFromKey(key: string): string {
  const ending = key.slice(key.lastIndexOf('.') + 1);
  return Object.entries(typeOfEnding).find(([known]) => known === ending)?.[1] ?? typeOfEnding.bin;
}
