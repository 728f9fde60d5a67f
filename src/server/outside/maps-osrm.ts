import { z } from 'zod/mini';
import { type CallLog, type HttpClient, parseResponse } from './http-client.ts';
import type { LatLng } from './maps.ts';

/** Minutes of driving from one place to each of the others and back; null where there is no road. */
export interface MeasuredWays {
  readonly onward: readonly (number | null)[];
  readonly back: readonly (number | null)[];
}

/** The interface of a routing server. */
export interface RoutePlanner {
  /** Measures the ways between a place and up to `mostPlaces` others; null while the server does not respond. */
  measure(place: LatLng, others: readonly LatLng[]): Promise<MeasuredWays | null>;
}

/** OSRM's default limit of a table is 100 places. */
export const mostPlaces = 99;

const durations = z.array(z.nullable(z.number()));
const table = z.object({ code: z.literal('Ok'), durations: z.array(durations) });

/**
 * Measures ways on an OSRM server by its `table` service (http://project-osrm.org/docs/v5.24.0/api/#table-service).
 * Logs failures and returns null, so that ways are estimated while it does not respond.
 */
export function osrmPlanner(base: string, http: HttpClient, log: CallLog): RoutePlanner {
  const ask = async (places: string, query: string): Promise<(number | null)[][]> => {
    const answer = await http.send({
      provider: 'osrm',
      credential: 'platform',
      method: 'GET',
      url: `${base}/table/v1/driving/${places}?annotations=duration&${query}`,
      template: '/table/v1/driving',
      kind: 'read',
      isRepeatable: false,
    });
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    return parseResponse(answer.text, table).durations;
  };
  return {
    async measure(place, others) {
      const places = [place, ...others]
        .map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`)
        .join(';');
      try {
        const [onward] = await ask(places, 'sources=0');
        const back = (await ask(places, 'destinations=0')).map(([seconds]) => seconds ?? null);
        if (onward?.length !== others.length + 1 || back.length !== onward.length) {
          throw new Error('answered a table of another size');
        }
        return { onward: onward.slice(1).map(toMinutes), back: back.slice(1).map(toMinutes) };
      } catch (error) {
        const problem = (error as Error).message;
        log.warn({ provider: 'osrm', problem }, 'driving times are estimated');
        return null;
      }
    },
  };
}

function toMinutes(seconds: number | null): number | null {
  return seconds === null || !(seconds >= 0) ? null : Math.ceil(seconds / 60);
}
