import { useRef, useState } from 'react';
import { now } from '#web/clock.ts';
import type { PublicReport } from '../../public-report-contract.ts';

/**
 * The fields in which two versions differ visibly. Equal values of two responses are the same object (see the query
 * cache).
 */
const written = ['name', 'header_text', 'disclaimer', 'ratings', 'sections'] as const;

/** Whether two responses for a report were published at different times and differ in content. */
function isAnother(opened: PublicReport, fresh: PublicReport): boolean {
  if (opened.public_id !== fresh.public_id || opened.published_at === fresh.published_at) return false;
  return written.some((part) => opened[part] !== fresh[part]);
}

/**
 * Returns the version of the report that the reader opened, and a newer one if it was published since. The newer one is
 * shown only on request, so that readers do not lose their place. Other changes of the same version are shown
 * immediately, as is the date of a version republished without changes.
 */
export function useVersion(fresh: PublicReport | null) {
  const [opened, setOpened] = useState<PublicReport | null>(null);
  const isNewer = fresh !== null && opened !== null && isAnother(opened, fresh);
  if (fresh && !isNewer && fresh !== opened) setOpened(fresh);
  return { shown: isNewer ? opened : fresh, takeNewer: isNewer ? () => setOpened(fresh) : null };
}

const restMs = 30_000;

/** Refetches the report once when its photos or videos fail to load: they may have been removed from it. */
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
