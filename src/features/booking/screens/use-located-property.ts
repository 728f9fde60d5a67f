import { useEffect, useRef } from 'react';
import { zipProblem } from '#domain/people/zips.ts';
import { call } from '#web/client/client.ts';
import type { BookingPage } from '../contract.ts';
import { locateProperty } from '../places-contract.ts';
import type { Answers } from './booking-answers.ts';

/** The address is located once typing pauses, in milliseconds. */
const pause = 500;

/**
 * Finds out where the property is and whether the company works there, as soon as its ZIP code is known. Without an
 * answer the form works as well: the server checks the service area again, and finds the position later.
 */
export function useLocatedProperty(
  { request_id: requestId, company }: BookingPage,
  answers: Answers,
  change: (more: Partial<Answers>) => void,
): void {
  const latest = useRef({ answers, change });
  latest.current = { answers, change };
  const { address, city, state, zip_code } = answers.property;
  useEffect(() => {
    if (zip_code === '' || zipProblem(zip_code, company.country_code) !== null) return undefined;
    let isCurrent = true;
    const locate = async () => {
      const location = { address, city, state, zip_code, place: latest.current.answers.place };
      const found = await call(locateProperty, { requestId, location }).catch(() => null);
      if (!found || !isCurrent) return;
      const { answers: now, change: apply } = latest.current;
      const outsideZip = found.is_served ? '' : zip_code;
      // A time that was chosen in the meantime stays chosen; it was free from the middle of the ZIP code.
      apply(now.at === null ? { place: found.place, outsideZip } : { outsideZip });
    };
    const timer = setTimeout(() => void locate(), pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // The place belongs to these fields and changes with them.
  }, [address, city, state, zip_code, requestId, company.country_code]);
}
