import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { currentLang, useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconLock } from '#web/ui/layout/icons.ts';
import type { PaySession } from '../../pay-contract.ts';
import { type GatewayForm, type GatewayToken, openGatewayForm } from './gateway-form.ts';
import classes from './pay.module.css';

interface Props {
  session: PaySession;
  currency: number;
  /** The token from the gateway is being charged. */
  isSending: boolean;
  /** The attempt of this form has ended and the next one is being opened: input would be lost. */
  isOver: boolean;
  onToken: (token: GatewayToken) => void;
}

/** The gateway's form in the page, with our button where it has none. Card digits never reach this page. */
export function PayForm({ session, currency, isSending, isOver, onToken }: Props) {
  const t = useTranslation('payments');
  const format = useFormat();
  const pay = t('payAmount', { amount: format.money(session.amount, currency) });
  const { box, entry, isBroken, problem, isAsking, submit } = useEntry(session, pay, onToken);
  const place = useRef<HTMLDivElement>(null);
  const focus = useFocusBack(entry !== null && !isSending && !isOver && !isAsking);
  // The form is taller than a phone screen, and its button is at the bottom.
  useEffect(() => {
    if (problem !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div className={classes.form}>
      {problem !== null && (
        <div ref={place} className={classes.result}>
          <Notice tone="warn" isNews>
            {problem || t('notCompleted')}
          </Notice>
        </div>
      )}
      {isBroken ? (
        <Notice tone="bad" isNews>
          {t('scriptFailed')}
        </Notice>
      ) : (
        <div ref={box} className={classes.box} data-hidden={isSending || isOver || undefined} />
      )}
      {!entry && !isBroken && <Loader size="sm" role="status" aria-label={t('opensForm')} />}
      {isSending && !entry?.submit && (
        <p className={classes.sending} role="status">
          <Loader size="xs" /> {t('charging')}
        </p>
      )}
      {entry?.submit && (
        <Button
          size="lg"
          fullWidth
          loading={isSending || isOver || isAsking}
          ref={focus.button}
          onClick={() => {
            focus.pressed();
            submit();
          }}
          leftSection={<IconLock size={18} stroke={1.8} aria-hidden />}
        >
          {pay}
        </Button>
      )}
    </div>
  );
}

/**
 * Restores the focus to the pay button. A pressed button loses it while loading or when its form is replaced; once it,
 * or the button of the next form, is ready again it gets the focus back, unless the user has moved it elsewhere. If the
 * button already has the focus, keep waiting: the press preceded this effect, or the button was ready briefly between
 * the token request and the charge.
 */
function useFocusBack(isReady: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (!isReady || !wasPressed.current) return;
    const { activeElement, body } = document;
    if (activeElement === body) button.current?.focus({ preventScroll: true });
    else if (activeElement !== button.current) wasPressed.current = false;
  }, [isReady]);
  return { button, pressed: () => (wasPressed.current = true) };
}

const labelsOf = (t: ReturnType<typeof useTranslation>, button: string) => ({
  button,
  title: t('cardTitleAtGateway'),
  confirm: t('payNow'),
});

function useEntry(session: PaySession, button: string, onToken: (token: GatewayToken) => void) {
  const t = useTranslation('payments');
  const box = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<{ of: PaySession; entry: GatewayForm } | null>(null);
  // The form of the previous attempt must not be submitted anymore.
  const entry = made?.of === session ? made.entry : null;
  const [isBroken, setBroken] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef({ onToken, labels: labelsOf(t, button) });
  useEffect(() => {
    latest.current = { onToken, labels: labelsOf(t, button) };
  });
  useEffect(() => {
    const outer = box.current;
    if (!outer) return;
    // A separate element for each session, so that late output of a previous one is discarded.
    const place = document.createElement('div');
    outer.replaceChildren(place);
    let isGone = false;
    let opened: GatewayForm | null = null;
    const hears = {
      onToken: (token: GatewayToken) => {
        setProblem(null);
        if (!isGone) latest.current.onToken(token);
      },
      onProblem: (message: string) => !isGone && setProblem(message),
    };
    setBroken(false);
    openGatewayForm(session, { box: place, lang: currentLang(), labels: latest.current.labels }, hears).then(
      (ready) => {
        opened = ready;
        if (isGone) ready.remove();
        else setMade({ of: session, entry: ready });
      },
      () => !isGone && setBroken(true),
    );
    return () => {
      isGone = true;
      opened?.remove();
      place.remove();
    };
  }, [session]);
  const submit = () => {
    setProblem(null);
    setAsking(true);
    void entry
      ?.submit?.()
      .catch(() => setProblem(''))
      .finally(() => setAsking(false));
  };
  return { box, entry, isBroken, problem, isAsking, submit };
}
