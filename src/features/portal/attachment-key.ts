import type { Installation } from '#server/context.ts';

/** Names an attachment on public pages, where ids of rows have no business. */
export function attachmentKey(installation: Installation, id: string): string {
  return installation.sign('attachment', id).slice(0, 24);
}
