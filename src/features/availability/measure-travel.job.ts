import { job } from '#server/jobs.ts';
import { measureTravelAhead, travelMeasurement } from './measure-travel.ts';

/** Measures the ways of a property that a visitor has entered. Without an answer they are estimated. */
export const measureTravelOfVisitor = job(travelMeasurement, measureTravelAhead, {
  retryLimit: 0,
  concurrency: 1,
});
