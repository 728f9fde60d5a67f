import { Button } from '@mantine/core';
import { CancelButton } from '#web/editing/guarded-dialog.tsx';

/** The buttons of a dialog that sends something: Cancel and the action itself. */
export function DialogButtons(props: {
  label: string;
  isPending: boolean;
  onSend: () => void;
  disabled?: boolean;
  /** Puts the focus on the action when the dialog opens, unless it is disabled: then it could not have it. */
  autoFocus?: boolean;
}) {
  return (
    <>
      <CancelButton disabled={props.isPending} />
      <Button
        onClick={props.onSend}
        loading={props.isPending}
        disabled={props.disabled ?? false}
        data-autofocus={(props.autoFocus && !props.disabled) || undefined}
      >
        {props.label}
      </Button>
    </>
  );
}
