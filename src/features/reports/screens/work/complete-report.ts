import type { FullReport } from '../../contract.ts';

type Section = FullReport['sections'][number];
type Item = Section['items'][number];

/**
 * Completes a report that an older version of the app has stored on this device: fields that were added since get the
 * value that says nothing. A new field of the contract needs a line here; the test opens a report of 2026-11-26.
 */
export function completeReport(stored: FullReport): FullReport {
  return {
    ...stored,
    approval: stored.approval ?? { published_by: null, submitted_by: null, returned: null },
    detached_at: stored.detached_at ?? null,
    pdf_problem: stored.pdf_problem ?? null,
    unsorted: (stored.unsorted ?? []).map(completeMedia),
    settings: { ...stored.settings, summary: stored.settings.summary ?? 'automatic' },
    permissions: { ...stored.permissions, can_make_sample: stored.permissions.can_make_sample ?? false },
    sections: stored.sections.map((section) => ({ ...section, items: section.items.map(completeItem) })),
  };
}

function completeItem(item: Item): Item {
  return {
    ...item,
    comments: item.comments.map((comment) => ({ ...comment, in_summary: comment.in_summary ?? null })),
    media: item.media.map(completeMedia),
  };
}

function completeMedia(media: Item['media'][number]): Item['media'][number] {
  return { ...media, taken_at: media.taken_at ?? null, time_source: media.time_source ?? null };
}
