import { useCallback, useRef, useState } from 'react';
import { failureMessage } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { type BookingPage, checkVisitor } from '../../contract.ts';

/** Whether the visitor has shown that they are a person, and what is wrong with that. */
export interface VisitorCheck {
  /** The widget starts again when it changes. */
  round: number;
  problem: string | null;
  pending: boolean;
  /** Takes the widget's token: null while there is none, '' if the widget could not be loaded. */
  take: (token: string | null) => void;
  /** Starts the widget again, for a token is valid once. */
  start: () => void;
  /** Returns the proof to send with the form, null where none is needed; undefined if the visitor has to do something. */
  prove: () => Promise<string | null | undefined>;
}

/** Exchanges the token of the widget for the proof of one form, just before the form is sent. */
export function useVisitorCheck(page: BookingPage, submissionKey: string): VisitorCheck {
  const t = useTranslation('booking');
  const [state, setState] = useState<Pick<VisitorCheck, 'round' | 'problem' | 'pending'>>(idle);
  const token = useRef<string>(null);
  const proof = useRef<string>(null);
  const take = useCallback((next: string | null) => {
    token.current = next;
    if (next) setState((before) => ({ ...before, problem: null }));
  }, []);
  const restart = (problem: string | null) => {
    token.current = null;
    proof.current = null;
    setState((before) => ({ round: before.round + 1, problem, pending: false }));
  };
  const prove = async () => {
    if (!page.visitor_check) return null;
    if (proof.current) return proof.current;
    if (token.current === null) {
      setState((before) => ({ ...before, problem: t('check.missing') }));
      return undefined;
    }
    setState((before) => ({ ...before, problem: null, pending: true }));
    try {
      const input = { requestId: page.request_id, submission_key: submissionKey, token: token.current };
      proof.current = (await call(checkVisitor, input)).proof;
      setState((before) => ({ ...before, pending: false }));
      return proof.current;
    } catch (error) {
      restart(error instanceof ApiFailure ? failureMessage(error) : t('check.missing'));
      return undefined;
    }
  };
  return { ...state, take, start: () => restart(t('check.missing')), prove };
}

const idle = { round: 0, problem: null, pending: false };
