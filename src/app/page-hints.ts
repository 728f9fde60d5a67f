import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, Chunk | undefined>;

/** Client pages on a phone: the code of the page is named in the head, so that it need not wait for the entry to run. */
const early: readonly { path: RegExp; screen: string; picture?: (id: string) => string }[] = [
  {
    path: /^\/client-view1?\/([\w-]{21,64})$/,
    screen: 'src/features/portal/screens/client-view-page.tsx',
    picture: (id) => `/api/v2/public/appointments/${id}/picture`,
  },
  {
    path: /^\/(?:invoice|create-payment)\/([\w-]{21,64})$/,
    screen: 'src/features/payments/screens/invoice-page.tsx',
  },
  {
    path: /^\/agreement\/agreement-detail\/([\w-]{21,64})\/[\w-]{21,64}$/,
    screen: 'src/features/agreements/screens/agreement-page.tsx',
  },
];

/** Makes the function that gives the head's tags for a path, from the build's manifest in `root`; none without one. */
export function pageHints(root: string): (path: string) => string {
  const manifest = readManifest(root);
  return (path) => {
    for (const page of early) {
      const id = page.path.exec(path)?.[1];
      if (!id) continue;
      const picture = page.picture
        ? `<link rel="preload" as="image" fetchpriority="high" href="${page.picture(id)}">`
        : '';
      const files = filesOf(manifest, page.screen).map(
        (file) => `<link rel="modulepreload" href="/${file}">`,
      );
      return picture + files.join('');
    }
    return '';
  };
}

/** The screen's file and what it imports beyond the entry, which the page names itself. */
function filesOf(manifest: Manifest, screen: string): string[] {
  const entry = new Set<string>();
  collect(manifest, 'public.html', entry);
  const found = new Set<string>();
  collect(manifest, screen, found);
  return [...found].filter((file) => !entry.has(file));
}

function collect(manifest: Manifest, key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const each of chunk.imports ?? []) collect(manifest, each, into);
}

function readManifest(root: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}
