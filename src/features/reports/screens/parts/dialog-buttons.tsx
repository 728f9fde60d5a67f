import { Button } from '@mantine/core';
import { CancelButton } from '#web/editing/guarded-dialog.tsx';

/** The buttons of a dialog that sends something: Cancel and the action itself. */
export function DialogButtons(props: {
  label: string;
  isPending: boolean;
  /** Without it the button submits the form. */
  onSend?: () => void;
  /** The id of the form that it submits. */
  form?: string;
  disabled?: boolean;
  /** Puts the focus on the action when the dialog opens, unless it is disabled: then it could not have it. */
  autoFocus?: boolean;
}) {
  return (
    <>
      <CancelButton disabled={props.isPending} />
      <Button
        {...(props.form ? { type: 'submit', form: props.form } : {})}
        {...(props.onSend ? { onClick: props.onSend } : {})}
        loading={props.isPending}
        disabled={props.disabled ?? false}
        data-autofocus={(props.autoFocus && !props.disabled) || undefined}
      >
        {props.label}
      </Button>
    </>
  );
}
