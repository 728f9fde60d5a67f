/** Data of a contact in addition to the form fields: notes and tags. */

/** As sent: every field is optional, tags are a comma-separated list. */
export interface PersonExtras {
  notes?: string | undefined;
  tags?: string | undefined;
}

const mostNotes = 2000;
const mostTags = 20;
const longestTag = 40;

/** Returns the sent fields, cleaned, and what is wrong with them, by field. Fields that were not sent are absent. */
export function checkExtras(sent: PersonExtras): {
  extras: { notes?: string; tags?: string[] };
  problems: Record<string, string>;
} {
  const problems: Record<string, string> = {};
  const extras: { notes?: string; tags?: string[] } = {};
  if (sent.notes !== undefined) {
    extras.notes = sent.notes.trim();
    if (extras.notes.length > mostNotes) problems.notes = 'At most 2000 characters';
  }
  if (sent.tags !== undefined) {
    extras.tags = parseTags(sent.tags);
    if (extras.tags.length > mostTags) problems.tags = 'At most 20 tags';
    else if (extras.tags.some((tag) => tag.length > longestTag))
      problems.tags = 'A tag can have at most 40 characters';
  }
  return { extras, problems };
}

/** Parses the tags of a comma-separated list, without duplicates. `a, B,,a` → `['a', 'B']` */
export function parseTags(text: string): string[] {
  const tags = text.split(/[,;]/).map((tag) => tag.trim().replace(/\s+/g, ' '));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
