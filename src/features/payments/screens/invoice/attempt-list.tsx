import { Button } from '@mantine/core';
import { useState } from 'react';
import { gatewayNames, type PaymentType } from '#domain/payments/gateways.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Invoice } from '../../contract.ts';
import { closeAttempt } from '../../pay-contract.ts';
import { EndAttemptDialog } from './end-attempt-dialog.tsx';
import classes from './invoice.module.css';

const open = ['awaiting_payer', 'submitting', 'pending', 'held', 'unknown'];

/**
 * Lists unsuccessful or open attempts to pay online with the gateway's message. A waiting attempt can be closed and a
 * stuck one ended manually.
 */
export function AttemptList({ invoice, mayClose }: { invoice: Invoice; mayClose: boolean }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const close = useWrite(closeAttempt);
  const [ending, setEnding] = useState('');
  return (
    <section className={classes.card} aria-labelledby="attempts">
      <h2 id="attempts" className={classes.cardTitle}>
        {t('attempts')}
      </h2>
      {invoice.attempts.map((one) => (
        <div key={one.id} className={classes.attempt} data-row>
          <span>{format.date(one.created_at, invoice.company.timezone)}</span>
          <span className={classes.dim}>
            {[
              t(`attemptState.${one.state}`),
              gatewayNames[one.gateway as PaymentType],
              one.text,
              one.problem ? t(`attemptProblem.${one.problem}`) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={classes.amount}>{format.money(one.amount, invoice.currency)}</span>
          {mayClose && open.includes(one.state) ? (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={close.pending}
              onClick={() => (one.problem ? setEnding(one.id) : void close.send({ attemptId: one.id }))}
            >
              {t(
                one.problem
                  ? 'failAttempt'
                  : one.state === 'awaiting_payer'
                    ? 'cancelAttempt'
                    : 'checkAttempt',
              )}
            </Button>
          ) : (
            <span />
          )}
        </div>
      ))}
      {ending && <EndAttemptDialog attemptId={ending} onClose={() => setEnding('')} />}
    </section>
  );
}
