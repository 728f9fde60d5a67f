import { useDeferredValue } from 'react';
import { useRead } from '#web/api.ts';
import { type BookingPage, getQuote } from '../contract.ts';
import { type Answers, selectionOf } from './booking-answers.ts';

/** The price and duration of what has been chosen so far; undefined until a service is chosen. */
export function useQuote(page: BookingPage, answers: Answers) {
  const { location, services } = selectionOf(answers);
  const input = useDeferredValue({
    requestId: page.request_id,
    location,
    services,
    date_time: answers.at,
    discount_code: answers.code || null,
  });
  const read = useRead(getQuote, input, { enabled: services.length > 0, keep: true });
  return services.length > 0 ? read : { ...read, data: undefined };
}
