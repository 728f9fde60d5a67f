import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asInstant, type Instant } from '#domain/base/time.ts';
import {
  assertFileKey,
  contentTypeFromKey,
  type FileStore,
  isFileKey,
  isFolderOfKeys,
  type ListedFile,
} from './file-store.ts';

/**
 * Stores files in a folder. Each file appears completely or not at all: written to a temporary file, flushed, renamed.
 * Lists so many names of a folder at once, so that sorting a million does not block the process.
 */
export function diskFileStore(folder: string, namesAtOnce = 20_000): FileStore {
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

    list: (after) => listFiles(folder, after, namesAtOnce),

    async removeUnfinished(before) {
      for await (const name of namesIn(join(folder, 'drafts'), '', namesAtOnce)) {
        const path = join(folder, 'drafts', name);
        const changedAt = await timeOf(path);
        if (changedAt !== null && changedAt < before) await rm(path, { force: true });
      }
    },
  };
}

/** Lists by company, then id. What can't be the folder of a company or an id, such as `lost+found`, is not opened. */
async function* listFiles(folder: string, after: string | null, atOnce: number): AsyncGenerator<ListedFile> {
  const [firstCompany = '', firstId = ''] = after?.split('/') ?? [];
  for await (const company of namesIn(folder, firstCompany, atOnce)) {
    if (!isFolderOfKeys(company)) continue;
    const from = company === firstCompany ? firstId : '';
    for await (const id of namesIn(join(folder, company), from, atOnce)) {
      if (!isFolderOfKeys(id)) continue;
      const isFirst = company === firstCompany && id === firstId;
      for await (const name of namesIn(join(folder, company, id), '', atOnce)) {
        const key = `${company}/${id}/${name}`;
        if (!isFileKey(key) || (after !== null && isFirst && key <= after)) continue;
        const storedAt = await timeOf(join(folder, key));
        if (storedAt !== null) yield { key, storedAt };
      }
    }
  }
}

/** Lists the names of a folder in order, beginning with `first`. A folder that is missing or can't be read has none. */
async function* namesIn(folder: string, first: string, atOnce: number): AsyncGenerator<string> {
  for (let from = first; ; ) {
    const names = await firstNames(folder, from, atOnce);
    yield* names;
    if (names.length < atOnce) return;
    // The smallest name after the last.
    from = `${names.at(-1)}\0`;
  }
}

/** Returns the first names of a folder from one on, in order, and holds at most twice as many. */
async function firstNames(folder: string, from: string, most: number): Promise<string[]> {
  const entries = await opendir(folder).catch(nullIfUnreadable);
  let names: string[] = [];
  let last: string | undefined;
  for await (const { name } of entries ?? []) {
    if (name < from || (last !== undefined && name > last)) continue;
    names.push(name);
    if (names.length < 2 * most) continue;
    names = names.sort().slice(0, most);
    last = names.at(-1);
  }
  return names.sort().slice(0, most);
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

function nullIfUnreadable(error: NodeJS.ErrnoException): null {
  return error.code === 'EACCES' || error.code === 'EPERM' ? null : nullIfAbsent(error);
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
