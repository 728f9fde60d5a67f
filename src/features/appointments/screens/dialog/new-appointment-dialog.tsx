import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { asZone } from '#domain/base/time.ts';
import { useInvalidateFeatures } from '#web/api.ts';
import {
  type AppointmentPrefill,
  type EditedAppointment,
  isAppointmentDialogOpen,
  reopenAppointmentDialog,
} from '#web/appointment-dialog-state.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { type Appointment, appointment as appointmentShape } from '../../contract.ts';
import classes from '../dialog.module.css';
import { conflictsFromError, type TimeConflictError } from '../draft/conflicts.ts';
import { DialogContext, type DialogContextValue } from '../draft/dialog-context.ts';
import { displayedPrice } from '../draft/draft-pricing.ts';
import { type DialogState, hasUnsavedInput, type PendingAttachment } from '../draft/draft-state.ts';
import { useDraft } from '../draft/use-draft.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { StepPanels } from './steps/step-panels.tsx';
import { StepTabs } from './steps/step-tabs.tsx';
import { SubmitButton } from './submit-button.tsx';
import { submitProblem, useSubmit } from './use-submit.ts';

// Rarely needed parts are loaded on demand.
const DraftOffer = lazy(async () => ({
  default: (await import('./restore-draft-notice.tsx')).RestoreDraftNotice,
}));
const LimitReached = lazy(async () => ({ default: (await import('./limit-reached.tsx')).LimitReached }));
const EditConflict = lazy(async () => ({ default: (await import('./edit-conflict.tsx')).EditConflict }));

interface Props {
  opened: boolean;
  prefill: AppointmentPrefill;
  /** The existing appointment to change, if any. */
  editing: EditedAppointment | null;
  onClose: () => void;
}

/**
 * The dialog of a new or existing appointment: five steps as tabs, a bottom drawer on phones. Closing it discards the
 * input; input lost in a crash is offered at the next opening.
 */
export function NewAppointmentDialog(props: Props) {
  const { opened, editing } = props;
  const t = useTranslation('appointments');
  const isPhone = useIsPhone();
  const dialog = useAppointmentDialogState(props);
  const { draft, facts, taken, theirs, submit, pending, close } = dialog;
  const isShown = draft.status === 'loaded' && facts !== null;
  const isBlocked = isShown && facts.defaults.isLimitReached && !editing;
  const submitState = {
    onClick: () => void submit(),
    loading: pending,
    // Another user's changes must be reviewed first.
    disabled: !isShown || draft.offer !== null || theirs !== null || isBlocked,
  };
  const submitButton = (
    <SubmitButton
      {...submitState}
      isComplete={isShown && submitProblem(draft.state, now()) === null}
      isEditing={editing !== null}
      isSilent={draft.state.draft.information.disable_automated_notifications}
    />
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t(editing ? 'editAppointment' : 'newAppointment')}
      width={1080}
      locked={pending}
      closeOnBackdrop={false}
      flush
      {...(isPhone && !draft.offer ? { headerExtra: submitButton } : {})}
      {...(facts && !draft.offer
        ? { footer: <DialogFooter facts={facts} onTaken={taken} submit={submitState} /> }
        : {})}
    >
      {draft.status === 'failed' && <ErrorState failure={draft.failure} onRetry={draft.retry} />}
      {draft.status !== 'failed' && !isShown && (
        <div className={classes.waiting}>
          <LinesSkeleton lines={9} height={26} />
        </div>
      )}
      {isShown && draft.offer && (
        <Suspense>
          <DraftOffer offer={draft.offer} zone={facts.zone} onAnswer={draft.answerOffer} />
        </Suspense>
      )}
      {isShown && !draft.offer && (
        <Steps dialog={dialog} facts={facts} isBlocked={isBlocked} extra={isPhone ? null : submitButton} />
      )}
    </Dialog>
  );
}

interface StepsProps {
  dialog: ReturnType<typeof useAppointmentDialogState>;
  facts: DialogContextValue;
  isBlocked: boolean;
  /** Shown next to the tabs. */
  extra: ReactNode;
}

function Steps({ dialog, facts, isBlocked, extra }: StepsProps) {
  const { conflict, setConflict, theirs, setTheirs, submit, reset, close } = dialog;
  const t = useTranslation('appointments');
  const { state, dispatch, zone } = facts;
  useMissingTechnicianNotice(state);
  return (
    <DialogContext value={facts}>
      {state.reinspection && (
        <Notice tone="info">
          {t('reinspectionOf', {
            count: state.reinspection.comment_ids.length,
            order: state.reinspection.order_id,
          })}
        </Notice>
      )}
      <StepTabs state={state} dispatch={dispatch} zone={zone} {...(extra ? { extra } : {})} />
      {isBlocked && (
        <Suspense>
          <LimitReached onLeave={close} />
        </Suspense>
      )}
      {theirs && (
        <Suspense>
          <EditConflict
            theirs={theirs}
            onContinue={(state) => {
              dispatch({ type: 'begin', state });
              setTheirs(null);
            }}
            onDrop={reset}
          />
        </Suspense>
      )}
      <StepPanels
        conflict={conflict}
        onSettled={() => setConflict(null)}
        onScheduleAnyway={(_, overrule) => {
          dispatch({ type: 'overrule', overrule });
          setConflict(null);
          void submit({ overrule });
        }}
      />
    </DialogContext>
  );
}

/** Warns when Date & Time is left with a time but without a technician. */
function useMissingTechnicianNotice({ step, draft }: DialogState): void {
  const t = useTranslation('appointments');
  const before = useRef(step);
  const { dateTime, people } = draft;
  useEffect(() => {
    const isLeft = before.current === 'setDateTime' && step !== 'setDateTime';
    before.current = step;
    if (isLeft && dateTime !== null && people.technicians.length === 0)
      toast(t('leftWithoutTechnician'), { kind: 'warning' });
  }, [step]);
}

/** Holds the draft, submits and closes it, and what another user has taken or changed in the meantime. */
function useAppointmentDialogState({ opened, prefill, editing, onClose }: Props) {
  const upload = useUpload();
  const refresh = useInvalidateFeatures();
  const [restored, setRestored] = useState<DialogState | null>(null);
  const draft = useDraft({ opened, prefill, editing, restored });
  const { state, dispatch } = draft;
  const [conflict, setConflict] = useState<TimeConflictError | null>(null);
  const [theirs, setTheirs] = useState<Appointment | null>(null);
  const facts = useFacts(draft);

  const reset = () => {
    draft.deleteStored();
    dispatch({ type: 'reset' });
    setRestored(null);
    setConflict(null);
    setTheirs(null);
    onClose();
  };
  // The time was taken, either at submit or while the rest was filled in.
  const taken = (failure: ApiFailure) => {
    setConflict({ message: failure.message, conflicts: conflictsFromError(failure) });
    dispatch({ type: 'errors', errors: { date_time: failure.message }, step: 'setDateTime' });
    void refresh('availability');
    toast(failure.message, { kind: 'error' });
  };
  const { submit, pending } = useSubmit({
    state,
    dispatch,
    onDone: (id) => {
      const files = state.attachments;
      reset();
      upload(id, files);
    },
    onConflict: taken,
    onStale: (failure) => {
      const current = appointmentShape.safeParse(failure.details?.current);
      if (current.success) setTheirs(current.data);
      else toast(failure.message, { kind: 'error' });
    },
  });
  const offerUndo = useDiscardedDraft({ prefill, editing, setRestored });
  // Closing discards the draft, as specified; users can undo it.
  const close = () => {
    // A draft being restored is not lost by closing again before it has loaded.
    const discarded = state.defaults ? state : (restored ?? state);
    reset();
    if (!draft.offer && hasUnsavedInput(discarded)) offerUndo(discarded);
  };
  return { draft, facts, conflict, setConflict, theirs, setTheirs, taken, submit, pending, reset, close };
}

/** Offers to reopen the dialog with the discarded draft. */
function useDiscardedDraft({
  prefill,
  editing,
  setRestored,
}: Pick<Props, 'prefill' | 'editing'> & { setRestored: (discarded: DialogState) => void }) {
  const t = useTranslation('appointments');
  return (discarded: DialogState) => {
    const restore = () => {
      if (isAppointmentDialogOpen()) {
        // Without a connection the same offer is shown again.
        import('./offer-draft-undo.ts').then(({ offerDraftUndo }) => offerDraftUndo(t, restore), offer);
        return;
      }
      setRestored(discarded);
      reopenAppointmentDialog({ prefill, editing });
    };
    const offer = () =>
      toast(t('discarded'), { milliseconds: 7000, action: { label: t('undo'), run: restore } });
    offer();
  };
}

function useFacts(draft: ReturnType<typeof useDraft>): DialogContextValue | null {
  const { state, dispatch, defaults, settings, isPricing } = draft;
  const last = useRef(settings);
  if (settings) last.current = settings;
  return useMemo(() => {
    if (!defaults || !last.current) return null;
    const zone = asZone(defaults.timezone);
    return {
      state,
      dispatch,
      defaults,
      settings: last.current,
      zone,
      price: displayedPrice(state),
      isPricing,
    };
  }, [state, dispatch, defaults, isPricing]);
}

/** Uploads the selected files once the appointment exists; failed ones are listed and can be retried. */
function useUpload() {
  const t = useTranslation('appointments');
  const refresh = useInvalidateFeatures();
  return function upload(id: string, files: readonly PendingAttachment[]): void {
    if (files.length === 0) return;
    const again = () => upload(id, files);
    import('./upload-attachments.ts').then(
      ({ uploadAttachmentFiles }) => uploadAttachmentFiles(id, files, t, refresh),
      // Without a connection not even its code loads.
      () =>
        toast(t('filesLost', { count: files.length }), {
          kind: 'warning',
          milliseconds: 30_000,
          action: { label: t('sendAgain'), run: again },
        }),
    );
  };
}
