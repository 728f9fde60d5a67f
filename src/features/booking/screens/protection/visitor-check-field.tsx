import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import type { BookingPage } from '../../contract.ts';
import classes from '../booking.module.css';
import { openCaptchaWidget } from './captcha-widget.ts';
import type { VisitorCheck } from './use-visitor-check.ts';

type Widget = NonNullable<BookingPage['visitor_check']>;

/** The widget with which visitors show that they are people. Its script is loaded here, and on no other page. */
export function VisitorCheckField({ check, widget }: { check: VisitorCheck; widget: Widget }) {
  const t = useTranslation('booking');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const { take, round, problem } = check;
  const { provider, site_key: siteKey, script } = widget;
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    let remove: (() => void) | null = null;
    let isGone = false;
    take(null);
    const { lang, dataset } = document.documentElement;
    const isDark = dataset.mantineColorScheme === 'dark';
    openCaptchaWidget(provider, { box: current, siteKey, script, lang, isDark, onToken: take }).then(
      (close) => {
        if (isGone) return close();
        remove = close;
        setState('ready');
      },
      () => {
        if (isGone) return;
        // The server finds out whether the service is down or the browser has blocked it.
        take('');
        setState('failed');
      },
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [provider, siteKey, script, take, round]);
  return (
    <fieldset className={classes.group} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>{t('check.label')}</legend>
      <div ref={box} className={classes.check} tabIndex={-1} data-invalid={problem ? true : undefined} />
      {state === 'loading' && <p className={classes.hint}>{t('check.loading')}</p>}
      {state === 'failed' && !problem && <p className={classes.hint}>{t('check.failed')}</p>}
      {problem && (
        <p id={`${id}-problem`} className={classes.error} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
