import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quietly } from '../quietly.ts';
import {
  type Child,
  ChildTaskError,
  lowerPriority,
  privateFolder,
  requestOnce,
  startChild,
} from './child.ts';
import { byContent, byPlace, copyTemplates, dataOf, nameFiles, seconds } from './document-input.ts';
import { withSecondAttempt } from './document-problem.ts';
import { type DocumentStore, documentKey, onceByContent, type RenderedDocument } from './document-store.ts';
import { createFairTurns } from './fair-turns.ts';
import { fontPaths } from './fonts.ts';
import type { AgreementModel, InvoiceModel, OrderModel, ReportModel } from './models.ts';
import { type LoadPicture, loadPictures, type Picture } from './pictures.ts';
import type { RenderResult, ReportRequest, SmallDocumentRequest } from './render-child.ts';
import { createResidentChild } from './resident-child.ts';
import { bytesOf, shrunkPictures } from './shrink-pictures.ts';
import { createPlaceholderPhoto, replacePlaceholderPhotos } from './swap-photos.ts';
import { listPictureIds, listSectionPhotoIds, printableText } from './to-printable.ts';

/** The models of the documents that render in milliseconds. */
interface SmallModels {
  invoice: InvoiceModel;
  agreement: AgreementModel;
  order: OrderModel;
}

/** Whose document it is: companies take turns. With a store, the same document is made once. */
interface DocumentOptions {
  readonly company?: string;
  readonly store?: DocumentStore;
}

const reportDeadlineMs = 25_000;

/**
 * `large` prints photos of up to 1600 px, `medium` (the default) of 800 px. Photos that together would exceed `maxBytes`
 * are made smaller.
 */
interface ReportOptions extends DocumentOptions {
  readonly quality?: 'large' | 'medium';
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
}

/** The photos of a report; with its pages the PDF stays below 25 MB, which mailboxes accept. */
const largestPhotos = 22_000_000;

/**
 * Renders a report as PDF in a separate process that is killed after 25 s. Runs one at a time in this process, so that
 * a second core stays free for the API. The same model and photos give the same bytes. A missing or damaged photo is
 * replaced by a note on the page.
 */
export async function renderReport(
  model: ReportModel,
  load: LoadPicture,
  options: ReportOptions = {},
): Promise<RenderedDocument> {
  const { company = '', store, deadlineMs = reportDeadlineMs } = options;
  const make = () =>
    reports.run(company, async () => {
      const pictures = await reportPictures(model, load, options);
      return withSecondAttempt(() => reportNow(model, pictures, load, deadlineMs));
    });
  // Photos are not held while waiting for a turn, so they are read for the key first, one report at a time.
  return store
    ? onceByContent(store, await lookups.run(company, () => reportKey(model, load, options)), make)
    : make();
}

async function reportKey(model: ReportModel, load: LoadPicture, options: ReportOptions): Promise<string> {
  const { files, index } = nameFiles(await reportPictures(model, load, options), byPlace);
  return documentKey({
    company: options.company ?? '',
    kind: 'report',
    data: dataOf(model, index),
    createdAt: seconds(model.created_at),
    pictures: files.map(({ picture }) => picture),
  });
}

const lookups = createFairTurns(30, 120_000);

/** A report takes up to 25 s, and a background job waits for its turn as long as a document may take. */
const reports = createFairTurns(30, 120_000);

async function reportNow(
  model: ReportModel,
  pictures: ReadonlyMap<string, Picture>,
  load: LoadPicture,
  deadlineMs: number,
): Promise<RenderedDocument> {
  try {
    return await reportFrom(model, pictures, listSectionPhotoIds(model), deadlineMs);
  } catch (error) {
    if (!(error instanceof ChildTaskError || error instanceof SwapProblem)) throw error;
    // An image is damaged although its markers look complete, or a file has an unexpected structure: decode every
    // image, omit what fails, and let the compiler place the rest itself.
    const decoded = await loadPictures(listPictureIds(model), load, 'medium', true);
    return reportFrom(model, decoded, new Set(), deadlineMs);
  }
}

/** Loads the pictures in the wanted size; in a smaller one if they would be too large for one file. */
async function reportPictures(
  model: ReportModel,
  load: LoadPicture,
  { quality = 'medium', maxBytes = largestPhotos }: ReportOptions,
): Promise<Map<string, Picture>> {
  const ids = listPictureIds(model);
  const pictures = await loadPictures(ids, load, quality);
  if (quality === 'large' && bytesOf(pictures) > maxBytes)
    return shrunkPictures(await loadPictures(ids, load, 'medium'), maxBytes);
  return shrunkPictures(pictures, maxBytes);
}

class SwapProblem extends Error {}

/** Renders the report with placeholders for the `swapped` photos and puts the photos into the finished file. */
async function reportFrom(
  model: ReportModel,
  pictures: ReadonlyMap<string, Picture>,
  swapped: ReadonlySet<string>,
  deadlineMs: number,
): Promise<RenderedDocument> {
  const named = nameFiles(pictures, byPlace);
  const photos = new Map<string, Picture>();
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const { id, path, picture } of named.files) {
    if (!swapped.has(id) || picture.extension !== 'jpg') {
      files.push({ path, bytes: picture.bytes });
      continue;
    }
    const standIn = await createPlaceholderPhoto(picture);
    photos.set(standIn.mark, picture);
    files.push({ path, bytes: standIn.bytes });
  }
  const data = dataOf(model, named.index);
  const { made, bytes } = await compileReport(files, data, seconds(model.created_at), deadlineMs);
  return rendered(made, photos.size > 0 ? withPhotos(bytes, photos) : bytes);
}

function withPhotos(bytes: Buffer, photos: ReadonlyMap<string, Picture>): Buffer {
  try {
    return replacePlaceholderPhotos(bytes, photos);
  } catch (error) {
    throw new SwapProblem(String(error));
  }
}

async function compileReport(
  files: { path: string; bytes: Uint8Array }[],
  data: string,
  createdAt: number,
  deadlineMs: number,
) {
  const folder = await privateFolder('report');
  let child: Child | null = null;
  try {
    // Starting takes 0.1 s: the files are written in parallel, and the child only reads them when asked.
    child = await startChild('report', [folder, fontPaths()], {
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    });
    await mkdir(join(folder, 'p'), { mode: 0o700 });
    await Promise.all([
      copyTemplates(folder, ['report']),
      layFile(join(folder, 'data.json'), data),
      ...files.map(({ path, bytes }) => layFile(join(folder, path), bytes)),
    ]);
    const question: ReportRequest = { createdAt };
    const made = await requestOnce<RenderResult>(child, question, deadlineMs);
    return { made, bytes: await readFile(join(folder, 'out.pdf')) };
  } finally {
    child?.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

const layFile = (path: string, bytes: Uint8Array | string) =>
  writeFile(path, bytes, { flag: 'wx', mode: 0o600 });

/**
 * Renders an invoice, an agreement or an order as PDF in a resident child: 5 ms when warm. Long ones have a child of their
 * own, so that no short one waits for them. Only needs `load` if the model has images.
 */
export async function renderSmallDocument<K extends keyof SmallModels>(
  kind: K,
  model: SmallModels[K],
  load: LoadPicture = async () => null,
  { company = '', store }: DocumentOptions = {},
): Promise<RenderedDocument> {
  const pictures = await loadPictures(listPictureIds(model), load, 'medium');
  const { files, index } = nameFiles(pictures, byContent);
  for (const [src, id] of Object.entries(('images' in model && model.images) || {})) {
    const known = index[id];
    if (known) index[src] = known;
  }
  const question: SmallDocumentRequest = {
    main: `${kind}.typ`,
    data: await quietly(company, () => dataOf(model, index)),
    createdAt: seconds(model.created_at),
    pictures: files.map(({ path, picture }) => ({ path, bytes: picture.bytes })),
  };
  const child = question.data.length > longestQuick ? long : quick;
  const make = async () => {
    const made = await withSecondAttempt(() => child.ask<RenderResult>(company, question));
    return rendered(made, Buffer.from(made.bytes ?? []));
  };
  return store ? onceByContent(store, await documentKey({ company, kind, ...question }), make) : make();
}

/** The longest data of a document, in characters, that is surely made in a quarter of a second. */
const longestQuick = 100_000;

/** How many documents of one company may wait for each child. */
const mostWaiting = 60;

const quick = createResidentChild({
  deadlineMs: 10_000,
  largestMemory: 400 * 1024 * 1024,
  mostWaiting,
  start: startSmall,
});

const long = createResidentChild({
  deadlineMs: 20_000,
  largestMemory: 400 * 1024 * 1024,
  mostWaiting,
  // Long documents are rare, and a child that waits for one takes memory.
  idleMs: 60_000,
  async start() {
    const child = await startSmall();
    lowerPriority(child.process);
    return child;
  },
});

async function startSmall(): Promise<Child> {
  const folder = await privateFolder('documents');
  await copyTemplates(folder, ['invoice', 'agreement', 'order', 'glyphs']);
  const child = await startChild('small', [folder, fontPaths()], {
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  });
  return { ...child, clearUp: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Returns the characters of a text that no shipped font has: they would appear as boxes on the page. Asks the compiler
 * itself, in 5 ms; a text of Latin letters is not looked at.
 */
export async function charactersWithoutGlyph(text: string, company = ''): Promise<readonly string[]> {
  if (/^[\n -~\u00a0-\u024f]*$/.test(text)) return [];
  const data = JSON.stringify({ text: printableText(text) });
  const question = { main: 'glyphs.typ', data, createdAt: 0, pictures: [] };
  const made = await withSecondAttempt(() => quick.ask<RenderResult>(company, question));
  return made.missing;
}

/** Stops the resident children when their queues are empty; later documents start new ones. */
export async function closeDocuments(): Promise<void> {
  await reports.whenIdle();
  await Promise.all([quick.close(), long.close()]);
}

/** Process ids of the resident children, for tests that end them. */
export const documentProcesses = () => ({ quick: quick.pid(), long: long.pid() });

function rendered(made: RenderResult, bytes: Buffer): RenderedDocument {
  const { pages, accessible, note, missing, peakMemory } = made;
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    pages,
    accessible,
    note,
    missing,
    peakMemory,
  };
}
