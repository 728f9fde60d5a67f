import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryRoot } from './child.ts';
import { templates } from './document-input.ts';
import { fontFiles } from './fonts.ts';

/** A finished PDF. */
export interface RenderedDocument {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly pages: number;
  /** False when e.g. a missing glyph ruled out PDF/UA-1 and a plain tagged PDF was made instead; `note` says why. */
  readonly accessible: boolean;
  readonly note: string | null;
  /** The characters that no font has; the page shows boxes for them. Empty when accessible. */
  readonly missing: readonly string[];
  /** Peak memory of the child, in bytes. */
  readonly peakMemory: number;
}

/** Where the documents of one company are stored by what they are made from. */
export interface DocumentStore {
  find(key: string): Promise<RenderedDocument | null>;
  /** Stores a document. Storing it again is harmless. */
  save(key: string, made: RenderedDocument): Promise<void>;
}

/** Everything a document is made from: the company, the kind, the data and the bytes of its pictures. */
interface Ingredients {
  readonly company: string;
  readonly kind: string;
  readonly data: string;
  readonly createdAt: number;
  readonly pictures: readonly { readonly bytes: Uint8Array }[];
}

/** Changes when our own code writes other bytes from the same data. */
const ownVersion = 1;

/** Documents that are being made, by key: a second request waits for the first one's. */
const inMaking = new Map<string, Promise<RenderedDocument>>();

/** Returns the stored document if the same one was made before; otherwise makes and stores it. */
export async function onceByContent(
  store: DocumentStore,
  key: string,
  make: () => Promise<RenderedDocument>,
): Promise<RenderedDocument> {
  const known = inMaking.get(key);
  if (known) return known;
  const made = findOrMake(store, key, make).finally(() => inMaking.delete(key));
  inMaking.set(key, made);
  return made;
}

async function findOrMake(
  store: DocumentStore,
  key: string,
  make: () => Promise<RenderedDocument>,
): Promise<RenderedDocument> {
  const stored = await store.find(key);
  if (stored) return stored;
  const made = await make();
  await store.save(key, made);
  return made;
}

/** Returns the key of a document: the same one only for the same ingredients and the same version of our templates. */
export async function documentKey({
  company,
  kind,
  data,
  createdAt,
  pictures,
}: Ingredients): Promise<string> {
  const hash = createHash('sha256');
  const parts = [await templateVersion(), company, kind, String(createdAt), data];
  // Each with its length, so that no two lists of parts give the same bytes.
  for (const part of [...parts, ...pictures.map(({ bytes }) => bytes)]) {
    hash.update(`${part.length}:`);
    hash.update(part);
  }
  return hash.digest('hex');
}

let version: Promise<string> | null = null;

/** The version of all that documents are made with: templates, labels, fonts and the compiler. */
function templateVersion(): Promise<string> {
  version ??= readVersion();
  return version;
}

async function readVersion(): Promise<string> {
  const root = repositoryRoot();
  const { resolve } = createRequire(join(root, 'package.json'));
  const hash = createHash('sha256').update(String(ownVersion));
  const sources = ['assets/typst/shared.typ', 'assets/typst/labels.json', ...Object.values(templates)];
  for (const path of sources) hash.update(await readFile(join(root, path)));
  for (const path of fontFiles())
    hash.update(`${path.slice(path.lastIndexOf('/'))} ${(await stat(path)).size}`);
  hash.update(await readFile(resolve('@myriaddreamin/typst-ts-node-compiler/package.json')));
  return hash.digest('hex');
}
