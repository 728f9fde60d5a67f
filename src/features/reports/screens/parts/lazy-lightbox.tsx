import { type ComponentProps, Suspense } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import type { Lightbox as Shown } from './lightbox.tsx';

const Loaded = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

/** The lightbox, loaded when the first photo is opened. */
export function Lightbox(props: ComponentProps<typeof Shown>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
