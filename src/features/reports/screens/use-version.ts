import { useRef, useState } from 'react';
import { now } from '#web/clock.ts';
import type { PublicReport } from '../contract.ts';

/**
 * The report in the version its reader has opened, and the one that was published meanwhile: it waits until it is asked for,
 * since nobody's place is taken away under their eyes. What else is new of the same version shows at once.
 */
export function useVersion(fresh: PublicReport | null) {
  const [opened, setOpened] = useState<PublicReport | null>(null);
  const isNewer =
    fresh !== null && opened?.public_id === fresh.public_id && opened.published_at !== fresh.published_at;
  if (fresh && !isNewer && fresh !== opened) setOpened(fresh);
  return { shown: isNewer ? opened : fresh, takeNewer: isNewer ? () => setOpened(fresh) : null };
}

const restMs = 30_000;

/** Asks once for the report again when photos or videos of it are refused: they may belong to it no more. */
export function useAskAgain({ fetching, retry }: { fetching: boolean; retry: () => void }): () => void {
  const last = useRef(0);
  return () => {
    const at = Date.parse(now());
    if (fetching || at - last.current < restMs) return;
    last.current = at;
    retry();
  };
}
