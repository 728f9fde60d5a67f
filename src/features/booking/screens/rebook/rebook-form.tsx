import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { interpolateNodes, useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { RebookPage } from '../../rebook-contract.ts';
import classes from '../booking.module.css';
import { addressOf, isOutside, noTime, problemsOfStep } from '../booking-answers.ts';
import { failureText } from '../failure-text.ts';
import { PriceLines } from '../price-lines.tsx';
import { Refusal } from '../refusal.tsx';
import { Policy } from '../review-step.tsx';
import type { StepProps } from '../step-props.ts';
import { useQuote } from '../use-quote.ts';
import { RebookFields } from './rebook-fields.tsx';
import { useRebook } from './use-rebook.ts';

/** Times are shown once the property is known, so their code need not arrive with the page. */
const loadLaterSteps = () => import('../later-steps.tsx');
const LaterStep = lazy(async () => ({ default: (await loadLaterSteps()).LaterStep }));
const DonePanel = lazy(async () => ({ default: (await loadLaterSteps()).DonePanel }));
const HoldTimer = lazy(async () => ({ default: (await import('../hold-timer.tsx')).HoldTimer }));

/** What is usual is chosen; the agent adds the property, the client and a time, all on one page. */
export function RebookForm({ data, of }: { data: RebookPage; of: { publicId: string; p?: string } }) {
  const t = useTranslation('booking');
  const { page } = data;
  const form = useRebook(data, of);
  const { mode, answers, problems, holding, change, toRequest } = form;
  const quote = useQuote({ page, mode, answers });
  const [isStuck, setStuck] = useState(false);
  const [isChoosing, setChoosing] = useState(Object.keys(answers.services).length === 0);
  if (form.result)
    return (
      <div className={classes.slots}>
        <Suspense>
          <DonePanel page={page} result={form.result} isEmbedded={false} address={addressOf(answers)} />
        </Suspense>
        <Button variant="default" onClick={() => window.location.reload()}>
          {t('rebook.another')}
        </Button>
      </div>
    );
  const step: StepProps = {
    ...{ page, mode, answers, change, problems, holding, toRequest },
    ...{ isEmbedded: false, check: null, go: () => undefined, setStuck },
  };
  const total = mode === 'schedule' && !quote.fetching ? (quote.data?.price?.total ?? null) : null;
  const isServicesOpen = isChoosing || Object.keys(problems).some((one) => one.startsWith('services'));
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => void form.submit(event, total)}
      aria-label={t('rebook.title')}
    >
      <p className={classes.hint}>{t('rebook.hello', { name: data.agent.first_name || data.agent.name })}</p>
      {data.usual.is_reduced && <Notice tone="info">{t('rebook.reduced')}</Notice>}
      {isServicesOpen ? (
        <Suspense>
          <LaterStep {...step} step="services" />
        </Suspense>
      ) : (
        <ChosenServices {...step} onChange={() => setChoosing(true)} />
      )}
      <RebookFields {...step} hasUsualSize={data.usual.square_feet !== null} />
      {mode === 'schedule' ? (
        <Times {...step} usual={data.usual.technician} />
      ) : (
        <Suspense>
          <LaterStep {...step} step="time" />
        </Suspense>
      )}
      <Suspense>
        <HoldTimer holding={holding} answers={answers} />
      </Suspense>
      {quote.data && !isServicesOpen && <PriceLines page={page} quote={quote.data} />}
      <Policy page={page} />
      {form.refusal && <Refusal failure={form.refusal} page={page} onRequest={toRequest} />}
      {form.failure && (
        <Notice tone="bad" isNews>
          {failureText(form.failure, t)}
        </Notice>
      )}
      <p className={classes.hint}>
        {interpolateNodes(t(page.cancellation ? 'rebook.termsWithPolicy' : 'rebook.terms'), {
          terms: (
            <a href="/public/terms-of-use" target="_blank" rel="noopener" className={classes.link}>
              {t('terms.link')}
            </a>
          ),
        })}
      </p>
      <div className={classes.foot}>
        <Button
          type="submit"
          size="md"
          variant={isStuck ? 'default' : 'filled'}
          loading={form.pending || holding.pending}
        >
          {t(mode === 'schedule' && !page.requires_confirmation ? 'send.book' : 'send.request')}
        </Button>
      </div>
    </form>
  );
}

function ChosenServices({ page, answers, onChange }: StepProps & { onChange: () => void }) {
  const t = useTranslation('booking');
  const names = page.services.flatMap(({ id, name, add_ons }) => {
    const chosen = answers.services[id];
    if (!chosen) return [];
    return [name, ...add_ons.filter((one) => chosen.includes(one.id)).map((one) => one.name)];
  });
  return (
    <dl className={classes.review}>
      <div>
        <dt>{t('rebook.usual')}</dt>
        <dd>
          <span>{names.join(', ')}</span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={t('review.changeStep', { step: t('step.services') })}
            onClick={onChange}
          >
            {t('review.change')}
          </Button>
        </dd>
      </div>
    </dl>
  );
}

/** Free times once the property is known: its area and size decide which there are. */
function Times({ usual, ...step }: StepProps & { usual: RebookPage['usual']['technician'] }) {
  const t = useTranslation('booking');
  const [isOnly, setOnly] = useState(usual !== null);
  const { page, mode, answers } = step;
  const isKnown = Object.keys(problemsOfStep('property', answers, { page, mode })).length === 0;
  const toggle = (next: boolean) => {
    setOnly(next);
    step.holding.drop();
    step.change(noTime);
  };
  return (
    <section className={classes.group}>
      <h2 className={classes.legend}>{t('step.time')}</h2>
      {usual && (
        <label className={classes.choice}>
          <input type="checkbox" checked={isOnly} onChange={(event) => toggle(event.currentTarget.checked)} />
          <span>{t('rebook.only', { name: usual.name })}</span>
        </label>
      )}
      {isKnown ? (
        <Suspense>
          <LaterStep {...step} step="time" technicianId={isOnly ? (usual?.id ?? null) : null} />
        </Suspense>
      ) : (
        // The field says why a place outside the area has no times.
        !isOutside(answers) && <p className={classes.hint}>{t('rebook.timesLater')}</p>
      )}
    </section>
  );
}
