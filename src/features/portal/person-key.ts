import type { Installation } from '#server/context.ts';

/** Names a person of an appointment on public pages, where ids of rows have no business; it opens nothing. */
export function personKey(installation: Installation, id: string): string {
  return installation.sign('portal-person', id).slice(0, 24);
}
