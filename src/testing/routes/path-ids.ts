import { pathParams, type Route, routeKey } from '#wire/route.ts';
import type { IdName } from '../ids.ts';
import { routeSamples } from './all-route-samples.ts';

/** What each path parameter refers to; null for those that are not ids. Throws for an unknown parameter. */
export function pathIds(route: Route): Record<string, IdName | null> {
  const parts = route.path.split('/');
  return Object.fromEntries(
    pathParams(route.path).map((name) => {
      const at = parts.indexOf(`{${name}}`);
      const place = `${parts[at - 1]}/{${name}}`;
      const idName = routeSamples.ids[`${route.path}#${name}`] ?? routeSamples.ids[place];
      if (idName) return [name, idName];
      if (place in routeSamples.plain) return [name, null];
      throw new Error(
        `${routeKey(route)}: say in samples-for-tests.ts of its feature what {${name}} refers to`,
      );
    }),
  );
}

/** The value for a path parameter that is not an id. */
export function plainValue(route: Route, name: string): string {
  const parts = route.path.split('/');
  return routeSamples.plain[`${parts[parts.indexOf(`{${name}}`) - 1]}/{${name}}`] ?? '';
}
