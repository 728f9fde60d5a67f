import type { Installation } from '#server/context.ts';

/** The name of an appointment's person on public pages, which must not expose row ids. Grants no access. */
export function personKey(installation: Installation, id: string): string {
  return installation.sign('portal-person', id).slice(0, 24);
}
