import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setFontsOfPictures } from '../config.ts';
import { privateFolder } from '../documents/child.ts';
import { fontPaths } from '../documents/fonts.ts';
import { escapeHtml } from '../html.ts';

let ready: Promise<void> | null = null;

/**
 * Lets texts in pictures use the fonts of our documents, so that they look the same on every machine and in every script.
 * The image library reads the setting before it draws its first text.
 */
export function prepareFonts(): Promise<void> {
  ready ??= writeSettings();
  return ready;
}

async function writeSettings(): Promise<void> {
  const folder = await privateFolder('fonts');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const folders = [
    ...new Set(
      fontPaths()
        .split(delimiter)
        .map((path) => (/\.(ttf|otf)$/.test(path) ? dirname(path) : path)),
    ),
  ];
  const dirs = folders.map((path) => `<dir>${escapeHtml(path)}</dir>`).join('');
  const cache = `<cachedir>${escapeHtml(join(folder, 'cache'))}</cachedir>`;
  const file = join(folder, 'fonts.conf');
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${dirs}${cache}</fontconfig>`);
  setFontsOfPictures(file);
}
