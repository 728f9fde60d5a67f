import { createHash } from 'node:crypto';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './child.ts';
import { cjkFonts } from './fonts.ts';
import type { RichText } from './models.ts';
import type { Picture } from './pictures.ts';
import { type AnyModel, breakMark, toPrintable, toPrintableBody } from './to-printable.ts';

/** The templates, which belong to the features that own the documents. */
export const templates = {
  report: 'src/features/reports/pdf/report.typ',
  invoice: 'src/features/payments/invoices/invoice.typ',
  agreement: 'src/features/agreements/sealing/agreement.typ',
  order: 'src/features/appointments/printing/order.typ',
  glyphs: 'assets/typst/glyphs.typ',
} as const;

/**
 * Returns what the templates read as `data.json`. `rtl`: whether it contains any right-to-left letter; `cjk`: the fonts of East
 * Asian letters, in order; `breaks`: whether any word has marks where it may break.
 */
export function dataOf(
  model: AnyModel,
  pictures: Record<string, { file: string; w: number; h: number }>,
): string {
  const { body, ...rest } = model as { body?: RichText };
  const around = JSON.stringify(toPrintable(rest as AnyModel));
  const printed = body ? printedBody(body) : '';
  const json = body ? `${around.slice(0, -1)},"body":${printed}}` : around;
  return `{"rtl":${rightToLeft.test(json)},"cjk":${JSON.stringify(cjkFonts(json))},"breaks":${json.includes(breakMark)},"pictures":${JSON.stringify(pictures)},"model":${json}}`;
}

/** The text of an agreement is printed for each download and signature, and is the same object while it is known. */
const printedBodies = new WeakMap<RichText, string>();

function printedBody(body: RichText): string {
  const printed = printedBodies.get(body) ?? JSON.stringify(toPrintableBody(body));
  printedBodies.set(body, printed);
  return printed;
}

/** Same as `rtl-letter` in shared.typ. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

type NameOf = (picture: Picture, place: number) => string;
/** Names pictures by their place in the document. */
export const byPlace: NameOf = (_, place) => String(place).padStart(3, '0');
/** Names pictures by their bytes: the same picture has the same name in all documents. */
export const byContent: NameOf = ({ bytes }) => createHash('sha256').update(bytes).digest('hex');

/** Names the files of pictures, by a counter or from the bytes, never from user input. */
export function nameFiles(pictures: ReadonlyMap<string, Picture>, nameOf: NameOf) {
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

/** Copies the templates into a folder, regular files only: Typst follows symbolic links out of its root. */
export async function copyTemplates(folder: string, kinds: (keyof typeof templates)[]): Promise<void> {
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

/** Returns an instant as seconds since 1970, as the compiler takes it. */
export function seconds(instant: string): number {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) throw new Error(`created_at is not an instant: ${instant}`);
  return Math.floor(milliseconds / 1000);
}
