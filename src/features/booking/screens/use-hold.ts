import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import type { RouteOutput } from '#wire/route.ts';
import { type BookingPage, holdPublicSlot, releasePublicSlot } from '../contract.ts';
import { type Answers, selectionOf } from './booking-answers.ts';

type Hold = RouteOutput<typeof holdPublicSlot>;

/** A visitor's hold of a free time, and what became of the last attempt. */
export interface HoldState {
  hold: Hold | null;
  pending: boolean;
  failure: ApiFailure | null;
  /** The next free times, if the chosen one was taken. */
  next: readonly string[];
  /** Holds a time instead of the one held before. Returns whether it can be booked. */
  take: (at: string, technicianId: string | null, answers: Answers) => Promise<boolean>;
  /** Releases the held time. */
  drop: () => void;
  /** The time was taken by another booking. */
  lose: (failure: ApiFailure) => void;
}

/** Holds one time at once: the server releases the one before. Only the last attempt counts. */
export function useHold({ request_id: requestId }: BookingPage): HoldState {
  const [state, setState] = useState<Pick<HoldState, 'hold' | 'pending' | 'failure'>>(idle);
  const held = useRef<string>(undefined);
  const attempt = useRef(0);
  const release = useCallback(
    (holdId: string) => void call(releasePublicSlot, { requestId, holdId }).catch(() => undefined),
    [requestId],
  );
  useEffect(() => {
    // A page that may come back with the back button still needs its time. The request outlives the page.
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (persisted || !held.current) return;
      const path = `/api/v2/public/companies/${requestId}/slot-holds/${held.current}`;
      void fetch(path, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [requestId]);
  const take = useCallback<HoldState['take']>(
    async (at, technicianId, answers) => {
      attempt.current += 1;
      const own = attempt.current;
      setState((before) => ({ ...before, pending: true, failure: null }));
      try {
        const hold = await call(holdPublicSlot, {
          requestId,
          ...selectionOf(answers),
          date_time: at,
          technician_id: technicianId,
          replaces: held.current ?? null,
        });
        if (own !== attempt.current) {
          release(hold.holdId);
          return false;
        }
        held.current = hold.holdId;
        setState({ hold, pending: false, failure: null });
        return true;
      } catch (error) {
        if (own !== attempt.current) return false;
        const failure = error instanceof ApiFailure ? error : null;
        setState({ ...idle, failure });
        // A hold is a courtesy: without one the time can be booked as long as it is free.
        if (failure?.type !== 'RATE_LIMITED') return false;
        if (held.current) release(held.current);
        held.current = undefined;
        return true;
      }
    },
    [requestId, release],
  );
  const drop = useCallback(() => {
    attempt.current += 1;
    if (held.current) release(held.current);
    held.current = undefined;
    setState(idle);
  }, [release]);
  const lose = useCallback((failure: ApiFailure) => {
    held.current = undefined;
    setState({ ...idle, failure });
  }, []);
  const { next } = (state.failure?.details ?? {}) as { next?: string[] };
  return { ...state, next: next ?? [], take, drop, lose };
}

const idle = { hold: null, pending: false, failure: null };

/** Returns the seconds until a hold expires, counted from when it was granted: the clock of the device may be wrong. */
export function useSecondsLeft(hold: Hold | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!hold) {
      setLeft(null);
      return undefined;
    }
    const since = performance.now();
    const update = () => setLeft(Math.max(0, Math.round(hold.seconds - (performance.now() - since) / 1000)));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [hold]);
  return left;
}
