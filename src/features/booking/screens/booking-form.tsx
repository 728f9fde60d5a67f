import { Button } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { type BookingMode, formSteps } from '#domain/booking/booking-form.ts';
import { useWrite } from '#web/api.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { type BookingPage, type BookingResult, submitBooking } from '../contract.ts';
import classes from './booking.module.css';
import {
  type Answers,
  addressOf,
  changesSelection,
  emptyAnswers,
  firstStep,
  type Problems,
  problemsOfForm,
  problemsOfStep,
  remainingProblems,
  submissionOf,
  withoutTime,
} from './booking-answers.ts';
import { failureText } from './failure-text.ts';
import { HoldTimer } from './hold-timer.tsx';
import { postToParent } from './post-to-parent.ts';
import { PropertyStep } from './property-step.tsx';
import { Trap } from './protection/trap.tsx';
import { useVisitorCheck } from './protection/use-visitor-check.ts';
import { isRefusal, Refusal } from './refusal.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useHold } from './use-hold.ts';
import { useLocatedProperty } from './use-located-property.ts';
import { useSteps } from './use-steps.ts';

interface Props {
  page: BookingPage;
  mode: BookingMode;
  isEmbedded: boolean;
  /** Called when the visitor sends a request instead of booking. */
  onRequest?: () => void;
}

/** The form with which a visitor books or requests an appointment, and then its result. */
export function BookingForm(props: Props) {
  const form = useBookingForm(props);
  const { mode, step, result } = form;
  const id = props.page.analytics_id;
  return (
    <>
      <FormOrResult {...props} form={form} />
      {id && (
        <Suspense>
          <VisitAnalytics
            {...props}
            mode={mode}
            id={id}
            step={step}
            result={result?.confirm ? null : result}
          />
        </Suspense>
      )}
    </>
  );
}

const VisitAnalytics = lazy(async () => ({
  default: (await import('./analytics/visit-analytics.tsx')).VisitAnalytics,
}));

function FormOrResult(props: Props & { form: ReturnType<typeof useBookingForm> }) {
  const { page, isEmbedded, form } = props;
  const { mode, step, answers, problems, holding, result } = form;
  const t = useTranslation('booking');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isStuck, setStuck] = useState(false);
  const first = useRef(step);
  useEffect(() => {
    if (first.current !== step) heading.current?.focus();
    first.current = step;
  }, [step]);
  useEffect(() => {
    // A failure is reported when the step is shown.
    void loadLaterSteps().catch(() => undefined);
  }, []);
  if (result)
    return (
      <Suspense fallback={<LinesSkeleton lines={6} height={44} />}>
        {result.confirm ? (
          <CheckMailPanel result={result} onChange={form.correct} />
        ) : (
          <DonePanel page={page} result={result} isEmbedded={isEmbedded} address={addressOf(answers)} />
        )}
      </Suspense>
    );
  const number = formSteps.indexOf(step) + 1;
  const { change, go, toRequest } = form;
  const shared = {
    page,
    mode,
    isEmbedded,
    answers,
    problems,
    holding,
    check: form.check,
    change,
    go,
    toRequest,
    setStuck,
  };
  return (
    <form className={classes.form} noValidate onSubmit={form.next} aria-label={t(`title.${mode}`)}>
      <p className={classes.progress}>
        {t('stepOf', { number, count: formSteps.length })}
        <span className={classes.bar} aria-hidden>
          {formSteps.map((one, i) => (
            <span key={one} data-done={i < number || undefined} />
          ))}
        </span>
      </p>
      <h2 className={classes.heading} tabIndex={-1} ref={heading}>
        {t(`step.${step}`)}
      </h2>
      <HoldTimer holding={holding} answers={answers} />
      {form.refusal && <Refusal failure={form.refusal} page={page} onRequest={toRequest} />}
      {form.failure && (
        <Notice
          tone="bad"
          isNews
          action={
            form.booked && (
              <a
                className={classes.link}
                href={`/client-view/${form.booked}`}
                // Other sites may not frame the client page.
                target={isEmbedded ? '_blank' : undefined}
                rel="noopener"
              >
                {t('done.open')}
              </a>
            )
          }
        >
          {form.failure}
        </Notice>
      )}
      {step === 'property' ? (
        <PropertyStep {...shared} />
      ) : (
        <Suspense fallback={<LinesSkeleton lines={6} height={44} />}>
          <LaterStep step={step} {...shared} />
        </Suspense>
      )}
      <Trap value={answers.subject} onChange={(subject) => form.change({ subject })} />
      <div className={classes.foot}>
        {step !== 'property' && (
          <Button variant="default" size="md" onClick={() => window.history.back()} disabled={form.pending}>
            {t('back')}
          </Button>
        )}
        <Button
          type="submit"
          size="md"
          variant={isStuck ? 'default' : 'filled'}
          loading={form.pending || holding.pending}
        >
          {step === 'review' ? t(`send.${sendLabel(mode, page)}`) : t('continue')}
        </Button>
      </div>
    </form>
  );
}

const sendLabel = (mode: BookingMode, page: BookingPage) =>
  mode === 'schedule' && !page.requires_confirmation ? 'book' : 'request';

/** The steps after the first load while that is filled in: a visitor who only looks does not pay for them. */
const loadLaterSteps = () => import('./later-steps.tsx');
const LaterStep = lazy(async () => ({ default: (await loadLaterSteps()).LaterStep }));
const CheckMailPanel = lazy(async () => ({ default: (await loadLaterSteps()).CheckMailPanel }));
const DonePanel = lazy(async () => ({ default: (await loadLaterSteps()).DonePanel }));

function useBookingForm(props: Props) {
  const { page, isEmbedded } = props;
  const t = useTranslation('booking');
  const [mode, setMode] = useState(props.mode);
  const [answers, setAnswers] = useState(() => emptyAnswers(page));
  const [problems, setProblems] = useState<Problems>({});
  const [result, setResult] = useState<BookingResult | null>(null);
  const [key] = useState(newRecordId);
  const { step, go } = useSteps();
  const holding = useHold(page);
  const check = useVisitorCheck(page, key);
  const write = useWrite(submitBooking, { errorToast: false });
  const busy = useRef(false);

  const [attempt, setAttempt] = useState(0);
  useFocusOnProblem(problems, attempt);

  const change = (more: Partial<Answers>) => {
    // A free time fits one duration and place: with others it has to be chosen again.
    if (answers.at !== null && changesSelection(answers, more)) holding.drop();
    setAnswers((before) => ({ ...(changesSelection(before, more) ? withoutTime(before) : before), ...more }));
    const after = { ...answers, ...more };
    const found = problemsOfStep(step, after, { page, mode });
    setProblems((before) => remainingProblems(before, { before: answers, after, found }));
  };

  useLocatedProperty(page, answers, change);

  const showProblems = (found: Problems) => {
    setProblems(found);
    setAttempt((count) => count + 1);
    const target = firstStep(found);
    if (target !== step) go(target);
  };

  const next = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current || holding.pending) return;
    write.reset();
    const form = { page, mode };
    const found = step === 'review' ? problemsOfForm(answers, form) : problemsOfStep(step, answers, form);
    if (Object.keys(found).length > 0) return showProblems(found);
    setProblems(found);
    const following = formSteps[formSteps.indexOf(step) + 1];
    if (following) return go(following);
    busy.current = true;
    const proof = await check.prove();
    const holdId = holding.hold?.holdId ?? null;
    const facts = { ...form, isEmbedded, key, holdId, proof: proof ?? null };
    const made = proof === undefined ? null : await write.send(submissionOf(answers, facts));
    busy.current = false;
    if (!made) return;
    setResult(made);
    if (made.confirm === null) postToParent({ type: 'gable-booked', status: made.status });
    postToParent({ type: 'gable-step' });
  };

  const toRequest = () => {
    write.reset();
    holding.drop();
    setMode('request');
    props.onRequest?.();
    setAnswers(withoutTime);
    if (step !== 'time' && step !== 'property') go('time');
  };

  /** Back to the visitor's details, after the form was sent to a wrong address. */
  const correct = () => {
    setResult(null);
    go('details');
  };

  const { failure } = write;
  const refusal = isRefusal(failure) ? failure : null;
  const shown = useRef(failure);
  useEffect(() => {
    if (failure === null || shown.current === failure) return;
    shown.current = failure;
    if (failure.type === 'CONFLICT' && failure.details?.next) {
      setAnswers(withoutTime);
      holding.lose(failure);
      go('time');
    } else if ('visitor_check' in failure.fields) check.start();
    else if (refusal === null && Object.keys(failure.fields).length > 0) showProblems(failure.fields);
    // Runs once for each failure.
  }, [failure]);

  return {
    ...{ mode, step, go, toRequest, correct, answers, change, problems, holding, next, result, refusal },
    check,
    pending: write.pending || check.pending,
    /** The public id of the appointment that an earlier version of this form has booked. */
    booked: typeof failure?.details?.publicId === 'string' ? failure.details.publicId : null,
    failure: failure && !refusal && isUnexplained(failure.fields) ? failureText(failure, t) : null,
  };
}

/** Whether a failure has no field below which it is explained. */
const isUnexplained = (fields: Problems) => Object.keys(fields).length === 0;
