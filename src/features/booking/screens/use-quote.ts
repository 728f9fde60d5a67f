import { useDeferredValue } from 'react';
import { useRead } from '#web/api.ts';
import { getQuote } from '../contract.ts';
import { selectionOf } from './booking-answers.ts';
import type { StepProps } from './step-props.ts';

/** The price and duration of what has been chosen so far; undefined until a service is chosen. */
export function useQuote({ page, mode, answers }: Pick<StepProps, 'page' | 'mode' | 'answers'>) {
  const { location, services } = selectionOf(answers);
  const input = useDeferredValue({
    requestId: page.request_id,
    mode,
    location,
    services,
    date_time: answers.at,
    discount_code: answers.code || null,
  });
  const read = useRead(getQuote, input, { enabled: services.length > 0, keep: true });
  return services.length > 0 ? read : { ...read, data: undefined };
}
