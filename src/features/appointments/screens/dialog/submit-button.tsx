import { Button } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { IconBellOff } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import classes from '../dialog.module.css';

/** What both buttons that submit need. */
export interface SubmitState {
  onClick: () => void;
  loading: boolean;
  disabled: boolean;
}

interface Props extends SubmitState {
  isEditing: boolean;
  /** Automated notifications are off: the button says so, so that no one skips them by accident. */
  isSilent: boolean;
  /** Nothing is missing. The filled button is in the footer; until then this one stays quiet. */
  isComplete: boolean;
}

/** Books or saves the appointment. */
export function SubmitButton({ onClick, loading, disabled, isEditing, isSilent, isComplete }: Props) {
  const t = useTranslation('appointments');
  const isPhone = useIsPhone();
  const label = t(isEditing ? 'save' : 'submit');
  const fullLabel = isSilent ? t('withoutNotifications', { act: label }) : label;
  return (
    <Button
      variant={isComplete ? 'light' : 'default'}
      onClick={onClick}
      loading={loading}
      disabled={disabled}
      className={classes.submit}
      {...(isSilent ? { leftSection: <IconBellOff size={16} aria-hidden />, 'aria-label': fullLabel } : {})}
    >
      {isPhone ? label : fullLabel}
    </Button>
  );
}
