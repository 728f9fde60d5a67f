/**
 * Runs as a separate process (see child.ts): renders one report and exits, or small documents or pictures until stopped, or
 * decodes one HEIC image. It has no access to the database or secrets. Started by documents/child.ts only; built as
 * dist/render-child.js.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { PictureRequest } from '../files/photos.ts';
import { answerWith, endWithParent, memory } from './child-side.ts';

/** The child's response for a rendered document. */
export interface RenderResult {
  /** Absent for reports, which are written to out.pdf in the job's folder. */
  readonly bytes?: Uint8Array;
  readonly pages: number;
  readonly accessible: boolean;
  readonly note: string | null;
  /** The characters that no font has; the page shows boxes for them. */
  readonly missing: readonly string[];
  /** Current and peak memory, in bytes. */
  readonly memory: number;
  readonly peakMemory: number;
}

export interface SmallDocumentRequest {
  readonly main: string;
  readonly data: string;
  readonly createdAt: number;
  /** A path identifies its bytes: the same path always has the same image. */
  readonly pictures: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

export interface ReportRequest {
  readonly createdAt: number;
}

/** `fonts`: folders and files, separated like a search path. */
const [kind, folder = '', fonts = ''] = process.argv.slice(2);

// A parent that was killed left its files here.
endWithParent(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

let shared: NodeCompiler | null = null;
const compiler = () => {
  shared ??= newCompiler();
  return shared;
};

function newCompiler(): NodeCompiler {
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fonts.split(delimiter) }] });
  if (kind !== 'small') return made;
  // The process may run for weeks and machines clear their temporary folder: from now on the templates are in memory.
  for (const name of readdirSync(folder)) {
    if (/\.(typ|json)$/.test(name)) made.mapShadow(join(folder, name), readFileSync(join(folder, name)));
  }
  return made;
}

function report({ createdAt }: ReportRequest): RenderResult {
  const { bytes, ...made } = compile('report.typ', createdAt);
  writeFileSync(join(folder, 'out.pdf'), bytes, { flag: 'wx', mode: 0o600 });
  return { ...made, ...memory() };
}

function small({ main, data, createdAt, pictures }: SmallDocumentRequest): RenderResult {
  cachePictures(pictures);
  // As a file: other inputs would mean another library and invalidate the cached results of every template.
  compiler().mapShadow(join(folder, 'data.json'), Buffer.from(data));
  try {
    return { ...compile(main, createdAt), ...memory() };
  } finally {
    // Results of the last few documents stay cached (fonts, logo, page layout); older ones are evicted. Searching for
    // them takes as long as a page of text, so it is done after every fourth document.
    made += 1;
    if (made % 4 === 0) compiler().evictCache(1);
  }
}

let made = 0;
const cached = new Set<string>();
const maxCached = 32;

/** Adds images to the compiler. They are named by content, so the logo of a recent company is already there. */
function cachePictures(pictures: SmallDocumentRequest['pictures']): void {
  for (const { path, bytes } of pictures) {
    if (cached.delete(path)) cached.add(path);
    else {
      compiler().mapShadow(join(folder, path), Buffer.from(bytes));
      cached.add(path);
    }
  }
  for (const path of cached) {
    if (cached.size <= Math.max(maxCached, pictures.length)) return;
    compiler().unmapShadow(join(folder, path));
    cached.delete(path);
  }
}

/**
 * Compiles as PDF/UA-1, which is validated strictly; if that fails (e.g. a missing glyph), as a tagged PDF with the
 * reason.
 */
function compile(main: string, createdAt: number) {
  const result = compiler().compile({ mainFilePath: join(folder, main) });
  const document = result.result;
  if (result.hasError() || !document)
    throw new Error(`typst: ${JSON.stringify(result.takeError()?.shortDiagnostics)}`.slice(0, 1_500));
  const made = (bytes: Buffer, note: string | null, missing: readonly string[]) => ({
    bytes,
    pages: document.numOfPages,
    accessible: note === null,
    note,
    missing,
  });
  try {
    return made(pdf(document, createdAt, 'ua-1'), null, []);
  } catch (error) {
    const messages = [...String(error).matchAll(/message: "((?:[^"\\]|\\.)*)"/g)].map(
      (match) => match[1] ?? '',
    );
    const note = (messages.join('; ') || String(error)).slice(0, 500);
    return made(pdf(document, createdAt), note, missingCharacters(messages));
  }
}

/** Reads the characters out of the compiler's messages, where they are quoted and, if invisible, escaped. */
function missingCharacters(messages: readonly string[]): string[] {
  const texts = messages.flatMap((message) => {
    const quoted = /the text `\\"(.*)\\"` could not be displayed/.exec(message)?.[1];
    if (quoted === undefined) return [];
    return quoted.replace(/(?<!\\)\\+u\{([0-9a-f]{1,6})\}/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  });
  return [...new Set(texts)];
}

function pdf(document: NodeTypstDocument, createdAt: number, pdfStandard?: string): Buffer {
  return compiler().pdf(document, { creationTimestamp: createdAt, ...(pdfStandard ? { pdfStandard } : {}) });
}

/** Decodes a HEIC image to pixels (RGBA); libheif applies the orientation itself. */
async function heic(bytes: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { default: decode } = await import('heic-decode');
  const { data, width, height } = await decode({ buffer: bytes });
  return { data: new Uint8Array(data), width, height };
}

/** Works on an uploaded picture; see photos.ts. */
async function pictures(request: PictureRequest) {
  const { workOnPicture } = await import('../files/picture-work.ts');
  return { made: await workOnPicture(request), ...memory() };
}

// Must come last, after everything it uses is initialized.
if (kind === 'small') compiler();
if (kind === 'small') answerWith((question: SmallDocumentRequest) => small(question));
else if (kind === 'report') answerWith((question: ReportRequest) => report(question));
else if (kind === 'heic') answerWith(heic);
else if (kind === 'pictures') answerWith(pictures);
