import { useRef, useState } from 'react';
import { now } from '#web/clock.ts';
import type { PublicReport } from '../../contract.ts';

/** What a reader would miss of another version. What is equal of two answers is the same object: the cache of reads sees to it. */
const written = ['name', 'header_text', 'disclaimer', 'ratings', 'sections'] as const;

/** Whether two answers of one report were published at different times, and what is written differs. */
function isAnother(opened: PublicReport, fresh: PublicReport): boolean {
  if (opened.public_id !== fresh.public_id || opened.published_at === fresh.published_at) return false;
  return written.some((part) => opened[part] !== fresh[part]);
}

/**
 * The report in the version its reader has opened, and the one that was published meanwhile: it waits until it is asked for,
 * since nobody's place is taken away under their eyes. What else is new of the same version shows at once, so does the day of
 * one that was published again as it was.
 */
export function useVersion(fresh: PublicReport | null) {
  const [opened, setOpened] = useState<PublicReport | null>(null);
  const isNewer = fresh !== null && opened !== null && isAnother(opened, fresh);
  if (fresh && !isNewer && fresh !== opened) setOpened(fresh);
  return { shown: isNewer ? opened : fresh, takeNewer: isNewer ? () => setOpened(fresh) : null };
}

const restMs = 30_000;

/** Asks once for the report again when photos or videos of it are refused: they may belong to it no more. */
export function useRefetchOnMediaError({
  fetching,
  retry,
}: {
  fetching: boolean;
  retry: () => void;
}): () => void {
  const last = useRef(0);
  return () => {
    const at = Date.parse(now());
    if (fetching || at - last.current < restMs) return;
    last.current = at;
    retry();
  };
}
