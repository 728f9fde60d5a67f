import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Child,
  ChildLostError,
  ChildTaskError,
  privateFolder,
  repositoryRoot,
  requestOnce,
  startChild,
} from './child.ts';
import { createFairTurns } from './fair-turns.ts';
import { cjkFonts, fontPaths } from './fonts.ts';
import type { AgreementModel, InvoiceModel, OrderModel, ReportModel } from './models.ts';
import { type LoadPicture, loadPictures, type Picture } from './pictures.ts';
import type { RenderResult, ReportRequest, SmallDocumentRequest } from './render-child.ts';
import { createResidentChild } from './resident-child.ts';
import { bytesOf, shrunkPictures } from './shrink-pictures.ts';
import { createPlaceholderPhoto, replacePlaceholderPhotos } from './swap-photos.ts';
import {
  breakMark,
  listPictureIds,
  listSectionPhotoIds,
  printableText,
  toPrintable,
} from './to-printable.ts';

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

/** The models of the documents that render in milliseconds. */
export interface SmallModels {
  invoice: InvoiceModel;
  agreement: AgreementModel;
  order: OrderModel;
}

/** Templates belong to the features that own the documents. */
const templates = {
  report: 'src/features/reports/pdf/report.typ',
  invoice: 'src/features/payments/invoices/invoice.typ',
  agreement: 'src/features/agreements/sealing/agreement.typ',
  order: 'src/features/appointments/printing/order.typ',
  glyphs: 'assets/typst/glyphs.typ',
} as const;

const reportDeadlineMs = 25_000;

/**
 * `large` prints photos of up to 1600 px, `medium` (the default) of 800 px. Photos that together would exceed `maxBytes`
 * are made smaller. `company`: reports of different companies take turns.
 */
export interface ReportOptions {
  readonly quality?: 'large' | 'medium';
  readonly company?: string;
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
export function renderReport(
  model: ReportModel,
  load: LoadPicture,
  options: ReportOptions = {},
): Promise<RenderedDocument> {
  return reports.run(options.company ?? '', () => reportNow(model, load, options));
}

const reports = createFairTurns();

async function reportNow(
  model: ReportModel,
  load: LoadPicture,
  options: ReportOptions,
): Promise<RenderedDocument> {
  const ids = listPictureIds(model);
  const { quality = 'medium', deadlineMs = reportDeadlineMs, maxBytes = largestPhotos } = options;
  const pictures = await picturesWithin(maxBytes, ids, load, quality);
  const attempt = () => reportFrom(model, pictures, listSectionPhotoIds(model), deadlineMs);
  try {
    return await attempt();
  } catch (error) {
    // Killed, for example by a system that needed its memory: once more, since nothing says that the report is at fault.
    if (error instanceof ChildLostError && error.reason === 'ended') return attempt();
    if (!(error instanceof ChildTaskError || error instanceof SwapProblem)) throw error;
    // An image is damaged although its markers look complete, or a file has an unexpected structure: decode every
    // image, omit what fails, and let the compiler place the rest itself.
    return reportFrom(model, await loadPictures(ids, load, 'medium', true), new Set(), deadlineMs);
  }
}

/** Loads the pictures in the wanted size; in a smaller one if they would be too large for one file. */
async function picturesWithin(
  maxBytes: number,
  ids: readonly string[],
  load: LoadPicture,
  quality: 'large' | 'medium',
): Promise<Map<string, Picture>> {
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
 * Renders an invoice or agreement as PDF in the resident child: 5 ms when warm. Only needs `load` if the model has
 * images.
 */
export async function renderSmallDocument<K extends keyof SmallModels>(
  kind: K,
  model: SmallModels[K],
  load: LoadPicture = async () => null,
): Promise<RenderedDocument> {
  const pictures = await loadPictures(listPictureIds(model), load, 'medium');
  const { files, index } = nameFiles(pictures, byContent);
  for (const [src, id] of Object.entries(('images' in model && model.images) || {})) {
    const known = index[id];
    if (known) index[src] = known;
  }
  const data = dataOf(model, index);
  const question: SmallDocumentRequest = {
    main: `${kind}.typ`,
    data,
    createdAt: seconds(model.created_at),
    pictures: files.map(({ path, picture }) => ({ path, bytes: picture.bytes })),
  };
  const made = await small.ask<RenderResult>(question);
  return rendered(made, Buffer.from(made.bytes ?? []));
}

const small = createResidentChild({
  deadlineMs: 10_000,
  largestMemory: 400 * 1024 * 1024,
  largestQueue: 500,
  async start() {
    const folder = await privateFolder('documents');
    await copyTemplates(folder, ['invoice', 'agreement', 'order', 'glyphs']);
    const child = await startChild('small', [folder, fontPaths()], {
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    });
    return { ...child, clearUp: () => rm(folder, { recursive: true, force: true }) };
  },
});

/**
 * Returns the characters of a text that no shipped font has: they would appear as boxes on the page. Asks the compiler
 * itself, in 5 ms; a text of Latin letters is not looked at.
 */
export async function charactersWithoutGlyph(text: string): Promise<readonly string[]> {
  if (/^[\n -~\u00a0-\u024f]*$/.test(text)) return [];
  const data = JSON.stringify({ text: printableText(text) });
  const made = await small.ask<RenderResult>({ main: 'glyphs.typ', data, createdAt: 0, pictures: [] });
  return made.missing;
}

/** Stops the resident child when its queue is done; later documents start a new one. */
export async function closeDocuments(): Promise<void> {
  await reports.whenIdle();
  await small.close();
}

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

/**
 * What the templates read as `data.json`. `rtl`: whether it contains any right-to-left letter; `cjk`: the fonts of East
 * Asian letters, in order; `breaks`: whether any word has marks where it may break.
 */
function dataOf(
  model: ReportModel | SmallModels[keyof SmallModels],
  pictures: Record<string, { file: string; w: number; h: number }>,
): string {
  const json = JSON.stringify(toPrintable(model));
  return `{"rtl":${rightToLeft.test(json)},"cjk":${JSON.stringify(cjkFonts(json))},"breaks":${json.includes(breakMark)},"pictures":${JSON.stringify(pictures)},"model":${json}}`;
}

/** Same as `rtl-letter` in shared.typ. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

type NameOf = (picture: Picture, place: number) => string;
const byPlace: NameOf = (_, place) => String(place).padStart(3, '0');
const byContent: NameOf = ({ bytes }) => createHash('sha256').update(bytes).digest('hex');

/** Names are derived from a counter or from the bytes, never from user input. */
function nameFiles(pictures: ReadonlyMap<string, Picture>, nameOf: NameOf) {
  const files: { id: string; path: string; picture: Picture }[] = [];
  const index: Record<string, { file: string; w: number; h: number }> = {};
  for (const [id, picture] of pictures) {
    const { extension, w, h } = picture;
    const path = `p/${nameOf(picture, files.length)}.${extension}`;
    files.push({ id, path, picture });
    index[id] = { file: path, w, h };
  }
  return { files, index };
}

/** Copies regular files only: Typst follows symbolic links out of its root. */
async function copyTemplates(folder: string, kinds: (keyof typeof templates)[]): Promise<void> {
  const root = repositoryRoot();
  await copyFile(join(root, 'assets/typst/shared.typ'), join(folder, 'shared.typ'));
  await copyFile(join(root, 'assets/typst/labels.json'), join(folder, 'labels.json'));
  for (const kind of kinds) await copyFile(join(root, templates[kind]), join(folder, `${kind}.typ`));
  // The compiler also searches the machine's fonts, which pages must not depend on: this file names an empty folder.
  await mkdir(join(folder, 'no-fonts'), { mode: 0o700 });
  await writeFile(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'no-fonts')}</dir></fontconfig>`,
  );
}

function seconds(instant: string): number {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) throw new Error(`created_at is not an instant: ${instant}`);
  return Math.floor(milliseconds / 1000);
}
