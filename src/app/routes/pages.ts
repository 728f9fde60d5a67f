import type { ComponentType } from 'react';
import { loadMessages } from '#web/i18n.ts';

/** The parameters of a path: '/appointments/details/$id' → { id: string }. They become props of the page. */
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
  /** Loads its code and texts; absent while the page is not built. */
  load?: () => Promise<AnyPage>;
}

/** Declares a page: its path, the feature whose texts it needs, and its code. Code and texts load when it is opened. */
export function definePage<const P extends string>(
  path: P,
  feature: string,
  load: () => Promise<ComponentType<ParamsOf<P> & Record<never, never>>>,
): PageDef {
  return {
    path,
    load: async () => {
      const [Page] = await Promise.all([load(), loadMessages(feature)]);
      return Page as AnyPage;
    },
  };
}

/** Declares a page that is not built yet: registered and guarded, it shows a notice. */
export function unbuiltPage(path: string): PageDef {
  return { path };
}
