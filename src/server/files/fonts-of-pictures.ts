import { delimiter, dirname } from 'node:path';
import { fontPaths } from '../documents/fonts.ts';
import { escapeHtml } from '../html.ts';

/**
 * Returns the settings with which texts in pictures use the fonts of our documents, so that they look the same on every
 * machine and in every script. `cache` is the folder of what the image library remembers about them.
 */
export function fontSettings(cache: string): string {
  const folders = [
    ...new Set(
      fontPaths()
        .split(delimiter)
        .map((path) => (/\.(ttf|otf)$/.test(path) ? dirname(path) : path)),
    ),
  ];
  const dirs = folders.map((path) => `<dir>${escapeHtml(path)}</dir>`).join('');
  return `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${escapeHtml(cache)}</cachedir></fontconfig>`;
}
