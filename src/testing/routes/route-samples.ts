import type { IdName, Ids } from '../ids.ts';
import type { Input } from './route-input.ts';

/** What the tests of all routes know about the routes of a feature, written by hand. */
export interface RouteSamples {
  /**
   * What a path parameter refers to, by the part before it (`appointments/{id}`) or, where that is ambiguous, by the
   * whole path and the parameter. A route with a parameter that no feature names fails the tests.
   */
  readonly ids?: Readonly<Record<string, IdName>>;
  /** Path parameters that are not ids, with a valid value. */
  readonly plain?: Readonly<Record<string, string>>;
  /** Inputs for routes whose schema sample is not enough: with every id the route can take, each of this company. */
  readonly inputs?: Readonly<Record<string, (ids: Ids) => Input>>;
}
