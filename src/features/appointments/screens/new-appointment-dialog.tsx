import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { asZone } from '#domain/time.ts';
import { useText } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { type AppointmentPrefill, openNewAppointment } from '#web/new-appointment.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useIsPhone } from '#web/ui/media.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/states.tsx';
import { type Conflict, conflictsIn } from './conflicts.ts';
import classes from './dialog.module.css';
import { DialogContext, type DialogFacts } from './dialog-context.ts';
import { DialogFooter } from './dialog-footer.tsx';
import { priceOf } from './draft-pricing.ts';
import { type DialogState, isWorthKeeping } from './draft-state.ts';
import { StepPanels } from './step-panels.tsx';
import { StepTabs } from './step-tabs.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';

interface Props {
  opened: boolean;
  prefill: AppointmentPrefill;
  onClose: () => void;
}

/** The New Appointment dialog: five steps as tabs, a bottom drawer on phones. Closing it throws the draft away. */
export function NewAppointmentDialog({ opened, prefill, onClose }: Props) {
  const t = useText('appointments');
  const isPhone = useIsPhone();
  const [restored, setRestored] = useState<DialogState | null>(null);
  const draft = useDraft(opened, prefill, restored);
  const { state, dispatch } = draft;
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const reset = () => {
    dispatch({ type: 'reset' });
    setRestored(null);
    setConflict(null);
    onClose();
  };
  const { submit, pending } = useSubmit({
    state,
    dispatch,
    onBooked: reset,
    onConflict: (failure) => {
      const found = conflictsIn(failure);
      setConflict({ message: failure.message, found });
      dispatch({ type: 'errors', errors: { date_time: failure.message }, step: 'setDateTime' });
      toast(failure.message, { kind: 'error' });
    },
  });
  // Closing throws the draft away, as the product has it; whoever slipped can take it back.
  const close = () => {
    const kept = state;
    reset();
    if (!isWorthKeeping(kept)) return;
    const takeBack = () => {
      setRestored(kept);
      openNewAppointment(prefill);
    };
    toast(t('discarded'), { milliseconds: 7000, action: { label: t('undo'), run: takeBack } });
  };

  const { defaults, settings } = draft;
  const facts = useFacts(draft);
  const submitButton = (
    <Button
      onClick={() => void submit()}
      loading={pending}
      disabled={!defaults || defaults.isLimitReached}
      className={classes.submit}
    >
      {t('submit')}
    </Button>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('newAppointment')}
      width={1080}
      locked={pending}
      closeOnBackdrop={false}
      flush
      {...(isPhone ? { headerExtra: submitButton } : {})}
      {...(facts ? { footer: <DialogFooter facts={facts} /> } : {})}
    >
      {draft.status === 'failed' && <ErrorState failure={draft.failure} onRetry={draft.retry} />}
      {(draft.status === 'loading' || (draft.status === 'loaded' && !facts)) && (
        <div className={classes.waiting}>
          <LinesSkeleton lines={9} height={26} />
        </div>
      )}
      {draft.status === 'loaded' && facts && defaults && settings && (
        <DialogContext value={facts}>
          <StepTabs
            state={state}
            dispatch={dispatch}
            zone={facts.zone}
            {...(isPhone ? {} : { extra: submitButton })}
          />
          {defaults.isLimitReached && (
            <div className={classes.banner}>
              <Notice
                tone="warn"
                action={
                  <AppLink to="/subscription/upgrade" onClick={close}>
                    {t('upgrade')}
                  </AppLink>
                }
              >
                {t('limitReached')}
              </Notice>
            </div>
          )}
          <StepPanels
            conflict={conflict}
            onSettled={() => setConflict(null)}
            onScheduleAnyway={() => {
              dispatch({ type: 'overrule' });
              setConflict(null);
              void submit({ overrule: true });
            }}
          />
        </DialogContext>
      )}
    </Dialog>
  );
}

function useFacts(draft: ReturnType<typeof useDraft>): DialogFacts | null {
  const { state, dispatch, defaults, settings, isPricing } = draft;
  const last = useRef(settings);
  if (settings) last.current = settings;
  return useMemo(() => {
    if (!defaults || !last.current) return null;
    const zone = asZone(defaults.timezone);
    return { state, dispatch, defaults, settings: last.current, zone, price: priceOf(state), isPricing };
  }, [state, dispatch, defaults, isPricing]);
}
