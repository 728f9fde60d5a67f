import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Action } from '#domain/automations/action-types.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useOnLeave } from '#web/editing/use-on-leave.ts';
import { useTranslation } from '#web/i18n.ts';
import { DetailsStep } from './details-step.tsx';
import { EventStep } from './event-step.tsx';
import { RulesStep } from './rules-step.tsx';
import { TypeStep } from './type-step.tsx';
import { type ActionDraft, useActionDraft } from './use-action-draft.ts';
import classes from './wizard.module.css';
import { problemsIn, stepAt, type WizardStep, wizardSteps } from './wizard-steps.ts';

interface Props {
  action: Action;
  isNew: boolean;
  startAt: WizardStep;
  /** Resolves to false if the action was refused. */
  onSave: (action: Action) => Promise<boolean>;
  onClose: () => void;
}

/**
 * Edits an action in four steps, none of which blocks. An edit is saved when the dialog closes, by whatever way; a new action
 * is added by Finish, and closing asks first.
 */
export function ActionWizard({ action, isNew, startAt, onSave, onClose }: Props) {
  const t = useTranslation('automations');
  const draft = useActionDraft(action);
  const saving = useSaving(draft, { isNew, onSave, onClose });
  const [place, setPlace] = useState(wizardSteps.indexOf(startAt));
  const step = stepAt(place);
  const isLast = place === wizardSteps.length - 1;
  const form = useId();
  const ofStep = useFocusOfStep(step);
  const go = (event?: FormEvent) => {
    event?.preventDefault();
    // A field within a field, such as the address of a link, has its own Enter.
    if (event && event.target !== event.currentTarget) return;
    logProblems(step, draft.latest());
    if (isLast) void saving.save();
    else setPlace(place + 1);
  };
  return (
    <GuardedDialog
      opened
      onClose={saving.close}
      isDirty={draft.isChanged && (isNew || saving.isRefused)}
      locked={saving.pending}
      title={t(`step.${step}`)}
      width={step === 'details' ? 900 : 640}
      footer={
        <>
          <span className={classes.place} aria-live="polite">
            {t('stepOf', { n: place + 1, count: wizardSteps.length })}
          </span>
          <Button
            variant="default"
            disabled={place === 0 || saving.pending}
            onClick={() => setPlace(place - 1)}
          >
            {t('back')}
          </Button>
          <Button type="submit" form={form} loading={saving.pending}>
            {t(isLast ? (isNew ? 'finish' : 'update') : 'next')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={ofStep}
        tabIndex={-1}
        className={classes.form}
        noValidate
        aria-label={t(`step.${step}`)}
        onSubmit={go}
      >
        <fieldset disabled={saving.pending} className={classes.fields}>
          <StepFields step={step} draft={draft} />
        </fieldset>
      </form>
    </GuardedDialog>
  );
}

/** Enter in a field leads to the next step without that field: keeps the focus in the form instead of losing it. */
function useFocusOfStep(step: WizardStep) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement === document.body) form.current?.focus();
  }, [step]);
  return form;
}

function StepFields({ step, draft }: { step: WizardStep; draft: ActionDraft }) {
  switch (step) {
    case 'event':
      return <EventStep draft={draft} />;
    case 'rules':
      return <RulesStep draft={draft} />;
    case 'type':
      return <TypeStep draft={draft} />;
    case 'details':
      return <DetailsStep draft={draft} />;
  }
}

/** What is incomplete keeps no one from going on: the list of actions shows it. */
function logProblems(step: WizardStep, action: Action): void {
  const problems = problemsIn(step, action);
  if (problems.length > 0) console.info(`Action wizard: ${problems.join(', ')}`);
}

function useSaving(
  draft: ActionDraft,
  { isNew, onSave, onClose }: Pick<Props, 'isNew' | 'onSave' | 'onClose'>,
) {
  const [pending, setPending] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isDone = useRef(false);
  async function save(): Promise<void> {
    if (pending) return;
    if (!isNew && !draft.isChanged) return leave();
    setPending(true);
    const isSaved = await onSave(draft.latest());
    setPending(false);
    if (isSaved) leave();
    else setRefused(true);
  }
  function leave() {
    isDone.current = true;
    onClose();
  }
  function close() {
    // The text editor hands over what was typed last when it loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (isNew || isRefused) leave();
    else void save();
  }
  const onLeave = useRef(() => {});
  onLeave.current = () => {
    if (isNew || isRefused || isDone.current || !draft.isChanged) return;
    isDone.current = true;
    void onSave(draft.latest());
  };
  useOnLeave(onLeave);
  return { save, close, pending, isRefused };
}
