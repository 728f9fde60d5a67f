import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';

/** The buttons of a dialog that sends something: Cancel and the action itself. */
export function DialogButtons(props: {
  label: string;
  isPending: boolean;
  onSend: () => void;
  onCancel: () => void;
  disabled?: boolean;
  /** Puts the focus on the action when the dialog opens. */
  autoFocus?: boolean;
}) {
  const t = useTranslation('reports');
  return (
    <>
      <Button variant="default" onClick={props.onCancel} disabled={props.isPending}>
        {t('publish.cancel')}
      </Button>
      <Button
        onClick={props.onSend}
        loading={props.isPending}
        disabled={props.disabled ?? false}
        data-autofocus={props.autoFocus || undefined}
      >
        {props.label}
      </Button>
    </>
  );
}
