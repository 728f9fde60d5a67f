import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asInstant, type Instant } from '#domain/base/time.ts';
import {
  assertFileKey,
  contentTypeFromKey,
  type FileStore,
  isFileKey,
  type ListedFile,
} from './file-store.ts';

/**
 * Stores files in a folder. Each file appears completely or not at all: written to a temporary file, flushed, renamed.
 */
export function diskFileStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, assertFileKey(key));

  return {
    async put(key, body) {
      const path = pathOf(key);
      const draft = join(folder, 'drafts', randomBytes(12).toString('hex'));
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      try {
        await pipeline(
          body instanceof Readable ? body : Readable.from([body]),
          createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await moveToKey(draft, path, folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async get(key, range) {
      const path = pathOf(key);
      const size = await sizeOf(path);
      if (size === null) return null;
      return {
        stream: createReadStream(path, range ? { start: range.start, end: range.end } : {}),
        size,
        type: contentTypeFromKey(key),
      };
    },

    async readBytes(key) {
      return readFile(pathOf(key)).catch(nullIfAbsent);
    },

    async exists(key) {
      return (await sizeOf(pathOf(key))) !== null;
    },

    async remove(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // The id's folder is removed with its last file; one that still has files stays.
      await rmdir(dirname(path)).catch(() => {});
    },

    list: (after) => listFiles(folder, after),

    async removeUnfinished(before) {
      for (const name of await namesIn(join(folder, 'drafts'))) {
        const path = join(folder, 'drafts', name);
        const changedAt = await timeOf(path);
        if (changedAt !== null && changedAt < before) await rm(path, { force: true });
      }
    },
  };
}

/** Lists by company, then id: each folder is read once. */
async function* listFiles(folder: string, after: string | null): AsyncGenerator<ListedFile> {
  const [firstCompany = '', firstId = ''] = after?.split('/') ?? [];
  for (const company of await namesIn(folder)) {
    if (company < firstCompany) continue;
    for (const id of await namesIn(join(folder, company))) {
      if (company === firstCompany && id < firstId) continue;
      for (const name of await namesIn(join(folder, company, id))) {
        const key = `${company}/${id}/${name}`;
        if (
          !isFileKey(key) ||
          (after !== null && `${company}/${id}` === `${firstCompany}/${firstId}` && key <= after)
        )
          continue;
        const storedAt = await timeOf(join(folder, key));
        if (storedAt !== null) yield { key, storedAt };
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(nullIfAbsent);
  return (names ?? []).sort();
}

async function timeOf(path: string): Promise<Instant | null> {
  const found = await stat(path).catch(nullIfAbsent);
  return found?.isFile() ? asInstant(found.mtime.toISOString()) : null;
}

/**
 * Renames the finished temporary file to its key and makes the name (and new parent folders) as durable as the bytes.
 */
async function moveToKey(draft: string, path: string, top: string): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await rename(draft, path);
    } catch (error) {
      // remove() deleted the empty folder between the two steps.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && retries < 3) continue;
      throw error;
    }
    await flushFolder(dirname(path));
    if (firstMade)
      for (let at = dirname(dirname(path)); at.length >= top.length; at = dirname(at)) await flushFolder(at);
    return;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(nullIfAbsent);
  return found?.isFile() ? found.size : null;
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

/** The name of a new file is only durable once its folder is flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
