import type { ComponentType } from 'react';
import { loadMessages } from '#web/i18n.ts';

/** The names in a path: '/appointments/details/$id' → { id: string }. They become props of the page. */
export type ParamsOf<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> & ParamsOf<Tail>
  : P extends `$${infer Name}`
    ? Name extends ''
      ? unknown
      : { [K in Name]: string }
    : unknown;

export type AnyPage = ComponentType<Record<string, string>>;

export interface PageDef {
  path: string;
  /** Fetches its code and texts; absent while the room does not stand yet. */
  load?: () => Promise<AnyPage>;
}

/** A page of a room: its path, the room whose texts it needs, and its code, both fetched when it is opened. */
export function definePage<const P extends string>(
  path: P,
  room: string,
  load: () => Promise<ComponentType<ParamsOf<P> & Record<never, never>>>,
): PageDef {
  return {
    path,
    load: async () => {
      const [Page] = await Promise.all([load(), loadMessages(room)]);
      return Page as AnyPage;
    },
  };
}

/** A page whose room does not stand yet: known and guarded, and says so. */
export function unbuiltPage(path: string): PageDef {
  return { path };
}
