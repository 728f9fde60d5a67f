import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Makes a release of the built app in a folder: the same code, but every file of the browser has another name, as after
 * a change of all of them. Returns its server.
 */
export function makeRelease(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'migrations', 'assets', 'package.json'])
    symlinkSync(resolve(name), join(folder, name));
  const web = join(folder, 'dist/web');
  const assets = join(web, 'assets');
  // The compressed copies have the former content.
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  const hashed = readdirSync(assets).filter((name) => /-[\w-]{8}\.(js|css)$/.test(name));
  const names = new Set(hashed);
  const renamed = (name: string) => name.replace(/\.(js|css)$/, '-b.$1');
  const rewrite = (file: string) => {
    const text = readFileSync(file, 'utf8');
    const next = text.replaceAll(/[\w.~-]+\.(?:js|css)/g, (name) => (names.has(name) ? renamed(name) : name));
    // The version of the worker, and something to see in the document.
    writeFileSync(
      file,
      next
        .replace(/version:(["'`])[0-9a-f]{16}/, 'version:$1bbbbbbbbbbbbbbbb')
        .replace('</head>', '<meta name="release" content="b" /></head>'),
    );
  };
  for (const name of hashed) rewrite(join(assets, name));
  for (const name of ['app.html', 'public.html', 'sw.js', '.vite/manifest.json']) rewrite(join(web, name));
  for (const name of hashed) renameSync(join(assets, name), join(assets, renamed(name)));
  return join(folder, 'dist/server.js');
}
