import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { getSendingUsage, type SendingUsage as Usage } from '../sending-contract.ts';
import classes from './sending-usage.module.css';

/** What the company has sent in this hour of how much, what waits, and what raises the limits. */
export function SendingUsage() {
  const t = useTranslation('messages');
  const format = useFormat();
  const { timezone } = useUser();
  const { data } = useRead(getSendingUsage, {}, { live: true });
  // The log below says what went wrong.
  if (!data) return null;
  const isFull = data.kinds.some(({ used, limit }) => used >= limit);
  const of = (kind: Usage['kind']) => {
    const { used = 0, limit = 0 } = data.kinds.find((each) => each.kind === kind) ?? {};
    return t('sending.used', { used: format.number(used), limit: format.number(limit) });
  };
  return (
    <>
      {data.waiting > 0 && <Notice tone="info">{t('sending.waiting', { count: data.waiting })}</Notice>}
      <details className={classes.usage}>
        <summary>
          {t('sending.summary', { emails: of('email'), texts: of('text') })}{' '}
          {isFull && <StatusPill tone="warn">{t('sending.full')}</StatusPill>}
        </summary>
        <dl className={classes.kinds}>
          {data.kinds.map(({ kind, used, limit }) => (
            <div key={kind}>
              <dt>{t(`sending.${kind}`)}</dt>
              <dd>
                {of(kind)}
                <meter
                  min={0}
                  max={limit}
                  high={limit * 0.8}
                  value={used}
                  aria-label={t(`sending.${kind}`)}
                />
              </dd>
            </div>
          ))}
        </dl>
        <p>
          {t('sending.purpose', { time: format.time(data.next, timezone) })}{' '}
          {t(`sending.step.${data.step ?? 'none'}`)}
        </p>
      </details>
    </>
  );
}
