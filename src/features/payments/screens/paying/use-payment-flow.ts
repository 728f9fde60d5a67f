import { useCallback, useEffect, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { personalLinkToken } from '#web/navigation/personal-link.ts';
import { beginPayment, getPayState, type PayResult, type PaySession, pay } from '../../pay-contract.ts';
import type { GatewayToken } from './gateway-form.ts';
import {
  redirectToGateway,
  removeGatewayParams,
  restoreOriginalAddress,
  returnedAttemptId,
} from './gateway-return.ts';

/** The state of a payment: choosing, entering data at the gateway, or with a result. */
export interface PaymentFlow {
  session: PaySession | null;
  result: PayResult | null;
  failure: ApiFailure | null;
  isBeginning: boolean;
  isSending: boolean;
  /** The payer has returned from a bank check: the result is fetched before anything else starts. */
  isBack: boolean;
  /** Asks for the result again; null unless the last request got no answer. */
  askAgain: (() => void) | null;
  begin: (amount?: number) => Promise<void>;
  send: (token: GatewayToken) => Promise<void>;
}

/** Controls the payment of one invoice. After a decline a new attempt is prepared; an unknown result is polled. */
export function usePaymentFlow(publicId: string): PaymentFlow {
  const p = personalLinkToken();
  const of = { publicId, ...(p ? { p } : {}) };
  const [session, setSession] = useState<PaySession | null>(null);
  const [result, setResult] = useState<PayResult | null>(null);
  const quiet = { errorToast: false };
  const opening = useWrite(beginPayment, quiet);
  const charging = useWrite(pay, quiet);
  const isProcessing = result?.state === 'processing';
  const asked = useRead(
    getPayState,
    { ...of, attempt_id: result?.attempt_id ?? '' },
    { enabled: isProcessing, live: true },
  );
  const latest = isProcessing && asked.data?.attempt_id === result?.attempt_id ? asked.data : result;

  async function begin(amount?: number) {
    const made = await opening.send({ ...of, ...(amount === undefined ? {} : { amount }) });
    if (made) setSession(made);
    if (made?.redirect) redirectToGateway(made.attempt_id, made.redirect);
  }

  async function send(token: GatewayToken) {
    if (!session) return;
    const answer = await charging.send({ ...of, attempt_id: session.attempt_id, ...token });
    if (!answer) return;
    setResult(answer);
    if (answer.state === 'paid' || answer.state === 'processing') setSession(null);
    // The gateway has closed the declined attempt, so the next card needs a new one.
    const isOver = answer.state === 'declined' || answer.state === 'closed';
    if (isOver && !session.redirect) await begin(session.amount);
  }

  const { send: charge } = charging;
  const [attemptBack] = useState(returnedAttemptId);
  const back = useCallback(async () => {
    if (restoreOriginalAddress()) return;
    if (!attemptBack) return removeGatewayParams();
    const answer = await charge({ publicId, ...(p ? { p } : {}), attempt_id: attemptBack });
    // Until an answer arrives the address names the attempt, so that a reload asks again.
    if (!answer) return;
    removeGatewayParams();
    setResult(answer);
  }, [charge, publicId, p, attemptBack]);
  useEffect(() => void back(), [back]);

  return {
    session,
    result: latest,
    failure: charging.failure ?? opening.failure,
    isBeginning: opening.pending,
    isSending: charging.pending,
    isBack: attemptBack !== null,
    askAgain: attemptBack !== null && !result && charging.failure ? () => void back() : null,
    begin,
    send,
  };
}
