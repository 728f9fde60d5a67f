import { Button } from '@mantine/core';
import { createContext, type MouseEvent, type ReactNode, use, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { Dialog, type DialogProps } from '../ui/dialog/dialog.tsx';
import { useGuardedClose } from './use-guarded-close.ts';

interface Props extends DialogProps {
  /** Whether something would be lost, where the form knows it exactly; otherwise any input counts. */
  isDirty?: boolean;
}

const CloseContext = createContext<() => void>(() => {});
// Choices made by a click: options of a list, days of a calendar, toggles.
const choices = '[role=option], [role=radio], [role=checkbox], [role=switch], [aria-pressed], table button';

/**
 * A dialog in which something can be entered. Escape, the backdrop, the X, Cancel and the browser's back button ask
 * before they discard the input; without input they close at once. `onClose` called by the form itself, after saving,
 * never asks.
 */
export function GuardedDialog({ isDirty, onClose, children, ...dialog }: Props) {
  const [isTouched, setTouched] = useState(false);
  if (!dialog.opened && isTouched) setTouched(false);
  const touch = () => setTouched(true);
  // What is being saved is not lost: a form that is done may change the address.
  const isAtRisk = dialog.opened && !dialog.locked && (isDirty ?? isTouched);
  const close = useGuardedClose(isAtRisk, onClose);
  return (
    <CloseContext value={close}>
      <Dialog {...dialog} onClose={close}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices what the fields inside receive */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: choosing by keyboard clicks as well */}
        <div
          style={{ display: 'contents' }}
          onInput={touch}
          onChange={touch}
          onClick={(event) => isChoice(event) && touch()}
        >
          {children}
        </div>
      </Dialog>
    </CloseContext>
  );
}

function isChoice({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest(choices) !== null;
}

interface CancelProps {
  /** While saving. */
  disabled?: boolean;
  /** Instead of "Cancel". */
  children?: ReactNode;
}

/** Returns how a form closes the `GuardedDialog` it is in without saving: it asks first if input would be lost. */
export function useDialogClose(): () => void {
  return use(CloseContext);
}

/** Closes the `GuardedDialog` it is in, which asks first if input would be lost. */
export function CancelButton({ disabled = false, children }: CancelProps) {
  const t = useTranslation('web');
  const close = useDialogClose();
  return (
    <Button variant="default" onClick={close} disabled={disabled}>
      {children ?? t('cancel')}
    </Button>
  );
}
