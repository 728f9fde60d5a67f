import { newId } from '#server/ids.ts';
import { type Route, routeKey } from '#wire/route.ts';
import type { Ids } from '../ids.ts';
import { routeSamples } from './all-route-samples.ts';
import { pathIds, plainValue } from './path-ids.ts';
import type { Input } from './route-input.ts';
import { inputSchema, sampleFromSchema } from './schema-samples.ts';

/** A valid input for the route as this company's owner would send it, with ids of that company only. */
export function goodInput(route: Route, ids: Ids): Input {
  const made =
    routeSamples.inputs[routeKey(route)]?.(ids) ??
    (sampleFromSchema(inputSchema(route), () => newId()) as Input);
  const path = Object.fromEntries(
    Object.entries(pathIds(route)).map(([name, idName]) => [
      name,
      idName ? ids[idName] : plainValue(route, name),
    ]),
  );
  return { ...made, ...path };
}
