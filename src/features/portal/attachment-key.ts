import type { Installation } from '#server/context.ts';

/** The name of an attachment on public pages, which must not expose row ids. */
export function attachmentKey(installation: Installation, id: string): string {
  return installation.sign('attachment', id).slice(0, 24);
}
