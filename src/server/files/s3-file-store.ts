import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { asInstant } from '#domain/base/time.ts';
import {
  assertFileKey,
  contentTypeFromKey,
  type FileStore,
  isFileKey,
  type ListedFile,
} from './file-store.ts';

interface S3Settings {
  bucket: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

/** Stores files in a bucket of any S3-compatible store. Imported only when configured, because the client is large. */
export function s3FileStore(settings: S3Settings): FileStore {
  const client = openClient(settings);
  const place = (key: string) => ({ Bucket: settings.bucket, Key: assertFileKey(key) });

  return {
    async put(key, body, type) {
      // The length must be known in advance; files stored here have at most some tens of megabytes.
      const bytes = body instanceof Readable ? await buffer(body) : body;
      await client.send(
        new PutObjectCommand({
          ...place(key),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: type,
        }),
      );
    },

    async get(key, range) {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const found = await client
        .send(new GetObjectCommand({ ...place(key), ...(Range ? { Range } : {}) }))
        .catch(nullIfAbsent);
      if (!found?.Body) return null;
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
      return {
        stream: found.Body as Readable,
        size: Number(whole ?? found.ContentLength ?? 0),
        type: contentTypeFromKey(key),
      };
    },

    async readBytes(key) {
      const found = await client.send(new GetObjectCommand(place(key))).catch(nullIfAbsent);
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : null;
    },

    async exists(key) {
      return (await client.send(new HeadObjectCommand(place(key))).catch(nullIfAbsent)) !== null;
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key))).catch(nullIfAbsent);
    },

    list: (after) => listFiles(client, settings.bucket, after),

    // An object exists completely or not at all.
    removeUnfinished: async () => {},
  };
}

async function* listFiles(
  client: S3Client,
  bucket: string,
  after: string | null,
): AsyncGenerator<ListedFile> {
  for (let from = after; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(from === null ? {} : { StartAfter: from }) }),
    );
    for (const { Key: key = '', LastModified: at } of page.Contents ?? [])
      if (isFileKey(key) && at) yield { key, storedAt: asInstant(at.toISOString()) };
    from = page.Contents?.at(-1)?.Key ?? null;
    if (!page.IsTruncated || from === null) return;
  }
}

function openClient(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  return new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint } : {}),
    // Checksums that only Amazon understands are sent on request only, not to every store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof NoSuchKey || error instanceof NotFound) return null;
  throw error;
}
