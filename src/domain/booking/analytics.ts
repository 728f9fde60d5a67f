/** What a company measures of its booking pages with Google Analytics or Google Ads. */
import type { BookingMode, FormStep } from './booking-form.ts';
import { formSteps } from './booking-form.ts';

/** Returns the ID with which visits can be measured, or null. An ID of Universal Analytics collects nothing any more. */
export function measuringId(id: string | null): string | null {
  return id === null || id.startsWith('UA-') ? null : id;
}

/** The hosts that the script of an ID loads from and reports to, by directive of the content security policy. */
export function measuringHosts(id: string) {
  const tag = 'https://www.googletagmanager.com';
  const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com', tag];
  const ads = [
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://www.google.com',
  ];
  const reported = isForAds(id) ? [...analytics, ...ads] : analytics;
  return { script: isForAds(id) ? [tag, ...ads] : [tag], connect: reported, img: reported, frame: [] };
}

/**
 * Returns the address of a page as it is reported: page and company. What follows is the key of a visitor's booking, and
 * queries are those of a personal link.
 */
export function measuredAddress({ origin, pathname }: { origin: string; pathname: string }): string {
  return origin + pathname.split('/').slice(0, 3).join('/');
}

/** Whether the ID belongs to Google Ads rather than Google Analytics. */
export const isForAds = (id: string) => id.startsWith('AW-');

/** An event as Google names it. */
export interface MeasuredEvent {
  name: string;
  params: Record<string, string | number>;
}

/** The event of a step that is shown. */
export function stepEvent(mode: BookingMode, step: FormStep): MeasuredEvent {
  return { name: 'booking_step', params: { mode, step, step_number: formSteps.indexOf(step) + 1 } };
}

/**
 * The event of a booking or, if the office has to confirm it, of a request. `id` is chosen for the event: it must not open
 * the appointment. The value is null where the company does not show its prices.
 */
export function bookedEvent(booked: {
  status: string;
  value: number | null;
  currency: string;
  id: string;
}): MeasuredEvent {
  const { status, value, currency, id } = booked;
  const worth: MeasuredEvent['params'] = value === null ? {} : { value, currency };
  return status === 'scheduled'
    ? { name: 'purchase', params: { transaction_id: id, ...worth } }
    : { name: 'generate_lead', params: worth };
}
