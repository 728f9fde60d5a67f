import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FormStep } from '#domain/booking/booking-form.ts';
import { useFormat } from '#web/format.ts';
import { interpolateNodes, useTranslation } from '#web/i18n.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import type { BookingPage } from '../contract.ts';
import classes from './booking.module.css';
import { type Answers, addressOf } from './booking-answers.ts';
import { TextField } from './form-fields.tsx';
import { PriceLines } from './price-lines.tsx';
import { useProblemText } from './problem-text.ts';
import { VisitorCheckField } from './protection/visitor-check-field.tsx';
import type { StepProps } from './step-props.ts';
import { useQuote } from './use-quote.ts';

/** Everything once more, with the price, the cancellation policy and the terms. */
export function ReviewStep(props: StepProps) {
  const { page, answers, change, problems, go } = props;
  const t = useTranslation('booking');
  const localize = useProblemText();
  const quote = useQuote(props);
  const when = useWhen(props);
  const { services, role } = answers;
  const names = page.services.filter((one) => one.id in services).map((one) => one.name);
  const visitor = role === 'client' ? answers.client : answers.agent;
  const terms = localize(problems.accept_terms);
  return (
    <>
      <dl className={classes.review}>
        <Row step="property" go={go} value={addressOf(answers)} />
        <Row step="services" go={go} value={names.join(', ')} />
        <Row step="time" go={go} value={when} />
        <Row
          step="details"
          go={go}
          value={`${visitor.first_name} ${visitor.last_name}, ${visitor.email}, ${visitor.phone}`}
        />
      </dl>
      {quote.data ? (
        <PriceLines page={page} quote={quote.data} />
      ) : quote.status === 'failed' ? (
        <ErrorState failure={quote.failure} onRetry={quote.retry} />
      ) : (
        <LinesSkeleton lines={3} height={20} />
      )}
      {page.has_discounts && (
        <DiscountCode
          answers={answers}
          change={change}
          problem={problems.discount_code ?? quote.data?.discount_problem ?? null}
        />
      )}
      <Policy page={page} />
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={answers.acceptsTerms}
          aria-invalid={terms ? true : undefined}
          onChange={(event) => change({ acceptsTerms: event.currentTarget.checked })}
        />
        <span>
          {interpolateNodes(t(page.cancellation ? 'terms.withPolicy' : 'terms.plain'), {
            terms: (
              <a href="/public/terms-of-use" target="_blank" rel="noopener" className={classes.link}>
                {t('terms.link')}
              </a>
            ),
          })}
        </span>
      </label>
      {terms && (
        <p className={classes.error} role="alert">
          {terms}
        </p>
      )}
      {page.visitor_check && props.check && (
        <VisitorCheckField check={props.check} widget={page.visitor_check} />
      )}
    </>
  );
}

function Row({ step, value, go }: { step: FormStep; value: ReactNode; go: StepProps['go'] }) {
  const t = useTranslation('booking');
  return (
    <div>
      <dt>{t(`step.${step}`)}</dt>
      <dd>
        <span>{value}</span>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('review.changeStep', { step: t(`step.${step}`) })}
          onClick={() => go(step)}
        >
          {t('review.change')}
        </Button>
      </dd>
    </div>
  );
}

function useWhen({ page, mode, answers }: StepProps): string {
  const t = useTranslation('booking');
  const format = useFormat();
  const { timezone } = page.company;
  if (mode === 'request')
    return t('review.wished', { time: `${format.longDay(answers.day)}, ${format.clock(answers.clock)}` });
  const at = answers.at ?? '';
  return (
    at && `${format.longDay(at, timezone)}, ${format.time(at, timezone)} ${format.zoneName(at, timezone)}`
  );
}

function DiscountCode(props: { answers: Answers; change: StepProps['change']; problem: string | null }) {
  const t = useTranslation('booking');
  const localize = useProblemText();
  const { answers, change, problem } = props;
  const [code, setCode] = useState(answers.code);
  const isApplied = answers.code !== '' && answers.code === code.trim();
  const tooLong = code.trim().length > 30 ? localize('At most 30 characters') : undefined;
  return (
    <div className={classes.code}>
      <TextField
        label={t('optional', { label: t('code.label') })}
        value={code}
        onChange={setCode}
        error={tooLong ?? (isApplied ? (problem ?? undefined) : undefined)}
        autoComplete="off"
      />
      <Button
        variant="default"
        size="md"
        onClick={() => tooLong === undefined && change({ code: code.trim() })}
      >
        {t('code.apply')}
      </Button>
    </div>
  );
}

/** What a late cancellation costs, before anything is booked. */
export function Policy({ page }: { page: BookingPage }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { cancellation, company } = page;
  if (!cancellation) return null;
  const { hours, fee, fee_type, trip } = cancellation;
  const price =
    fee_type === 1 ? t('policy.percent', { n: format.number(fee) }) : format.money(fee, company.currency);
  return (
    <section className={classes.policy}>
      <h3>{t('policy.title')}</h3>
      {hours !== null && <p>{t('policy.late', { count: hours, price })}</p>}
      {trip > 0 && <p>{t('policy.trip', { price: format.money(trip, company.currency) })}</p>}
    </section>
  );
}
