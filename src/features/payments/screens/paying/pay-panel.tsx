import { Button, Loader } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { asCents, fromCents, toCents } from '#domain/base/money.ts';
import { paymentProblem } from '#domain/payments/payments.ts';
import { failureMessage } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { IconCreditCard, IconLock } from '#web/ui/layout/icons.ts';
import type { PublicInvoice } from '../../contract.ts';
import type { PaySession } from '../../pay-contract.ts';
import { parseAmount } from '../parts/parse-amount.ts';
import { redirectToGateway } from './gateway-return.ts';
import classes from './pay.module.css';
import type { PaymentFlow } from './use-payment-flow.ts';

const PayForm = lazy(async () => ({ default: (await import('./pay-form.tsx')).PayForm }));

/**
 * Online payment of an invoice: the amount, the gateway's form and the result. Renders nothing if nothing can be paid.
 */
export function PayPanel(props: { invoice: PublicInvoice; paying: PaymentFlow; startsAtOnce: boolean }) {
  const { invoice, paying, startsAtOnce } = props;
  const t = useTranslation('payments');
  const format = useFormat();
  const { session, result } = paying;
  const { online } = invoice;
  const isProcessing = result?.state === 'processing' || (invoice.is_processing && !session);
  const isFree = online?.allow_partial_payments ?? true;
  // Visitors are not redirected away from a page they have just opened.
  const isOurs = online?.checkout_style !== 'redirect';
  const startsItself = startsAtOnce && isOurs && !isFree && !paying.isBack;
  useStart(paying, startsItself && !isProcessing);
  // Hides the button while the page starts the payment itself. After a failure the button stays, even when it is
  // pressed.
  const [isAlone, setAlone] = useState(startsItself);
  if (isAlone && (result || paying.failure)) setAlone(false);
  if (!online && !result && !isProcessing && !paying.askAgain) return null;
  const canPay = online !== null && !isProcessing;
  return (
    <section
      className={classes.panel}
      aria-labelledby="pay-online"
      data-print="no"
      data-opens={startsItself && canPay && !result ? online.gateway : undefined}
    >
      <h2 id="pay-online" className={classes.title}>
        {online && !isProcessing
          ? t('toPay', { amount: format.money(invoice.outstanding, invoice.currency) })
          : t('onlinePayment')}
      </h2>
      {online && online.mode !== 'live' && <Notice tone="info">{t('testMode')}</Notice>}
      <Result paying={paying} invoice={invoice} isProcessing={isProcessing} />
      {canPay &&
        !session &&
        (isAlone && startsItself ? <Opening /> : <Amount invoice={invoice} paying={paying} />)}
      {canPay && session?.redirect && <Leaving session={session} currency={invoice.currency} />}
      {canPay && session && !session.redirect && (
        <Suspense fallback={<Opening />}>
          <PayForm
            session={session}
            currency={invoice.currency}
            isSending={paying.isSending}
            isOver={paying.isBeginning}
            onToken={(token) => void paying.send(token)}
          />
        </Suspense>
      )}
      {canPay && isOurs && <p className={classes.small}>{t('cardStays')}</p>}
    </section>
  );
}

/** Shown while the gateway's form loads; the form itself has the same indicator. */
function Opening() {
  const t = useTranslation('payments');
  return (
    <div className={classes.form}>
      <div className={classes.box} />
      <Loader size="sm" role="status" aria-label={t('opensForm')} />
    </div>
  );
}

/** The link to the gateway's page, in case the browser did not redirect. */
function Leaving({ session, currency }: { session: PaySession; currency: number }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { redirect, attempt_id, amount } = session;
  if (!redirect) return null;
  return (
    <>
      <p role="status">{t('leaving')}</p>
      <Button
        size="lg"
        fullWidth
        onClick={() => redirectToGateway(attempt_id, redirect)}
        leftSection={<IconLock size={18} stroke={1.8} aria-hidden />}
      >
        {t('payAmount', { amount: format.money(amount, currency) })}
      </Button>
    </>
  );
}

/** Opens the form automatically, once. */
function useStart(paying: PaymentFlow, isWanted: boolean) {
  const isStarted = useRef(false);
  const { begin } = paying;
  useEffect(() => {
    if (!isWanted || isStarted.current) return;
    isStarted.current = true;
    void begin();
  });
}

interface ResultProps {
  paying: PaymentFlow;
  invoice: PublicInvoice;
  isProcessing: boolean;
}

/** The result of an attempt. Scrolled into view, because the gateway's form below it is taller than a phone screen. */
function Result(props: ResultProps) {
  const place = useRef<HTMLDivElement>(null);
  const news = props.paying.failure ?? props.paying.result;
  useEffect(() => {
    if (news) place.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return (
    <div ref={place} className={classes.result}>
      <ResultText {...props} />
    </div>
  );
}

function ResultText({ paying, invoice, isProcessing }: ResultProps) {
  const t = useTranslation('payments');
  const format = useFormat();
  const web = useTranslation('web');
  const { result, failure, askAgain } = paying;
  const money = (amount: number) => format.money(amount, invoice.currency);
  if (failure) {
    return (
      <Notice tone="bad" isNews>
        {failureMessage(failure)}
        {askAgain && (
          <Button variant="default" mt="xs" display="block" onClick={askAgain}>
            {web('retry')}
          </Button>
        )}
      </Notice>
    );
  }
  if (isProcessing) {
    return (
      <Notice tone="info" isNews={result !== null} title={t('isProcessing')}>
        {t('processingHint')}
      </Notice>
    );
  }
  if (result?.state === 'paid') {
    return (
      <Notice tone="ok" isNews title={t('paidTitle', { amount: money(result.amount) })}>
        {invoice.outstanding > 0 ? t('paidPart', { rest: money(invoice.outstanding) }) : t('paidWhole')}
      </Notice>
    );
  }
  if (result?.state === 'declined') {
    return (
      <Notice tone="bad" isNews title={t('declinedTitle')}>
        {t(`declined.${result.code}`)}
      </Notice>
    );
  }
  if (result) return <Notice tone="warn">{t('notCompleted')}</Notice>;
  return null;
}

/** The amount to pay, editable if partial payments are allowed, and the button that opens the gateway's form. */
function Amount({ invoice, paying }: { invoice: PublicInvoice; paying: PaymentFlow }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const owed = toCents(invoice.outstanding);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isFree = invoice.online?.allow_partial_payments ?? false;
  const text = typed ?? fromCents(owed).toFixed(2);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isFree) return void paying.begin();
    const facts = { outstanding_cents: asCents(owed), isByHand: false, allow_partial_payments: true };
    const { cents, problem } = parseAmount(text, (typedCents) => paymentProblem(typedCents, facts));
    setError(problem && t(`payProblem.${problem}`));
    if (!problem) void paying.begin(fromCents(cents));
  }
  return (
    <form onSubmit={submit} className={classes.amount} noValidate aria-label={t('onlinePayment')}>
      {isFree && (
        <MoneyInput
          currency={invoice.currency}
          label={t('amountToPay')}
          description={t('partAllowed')}
          size="md"
          value={text}
          error={error ?? paying.failure?.fields.amount}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button
        type="submit"
        size="md"
        loading={paying.isBeginning}
        leftSection={<IconCreditCard size={18} stroke={1.7} aria-hidden />}
      >
        {isFree
          ? t('toForm')
          : t('payAmount', { amount: format.money(invoice.outstanding, invoice.currency) })}
      </Button>
    </form>
  );
}
