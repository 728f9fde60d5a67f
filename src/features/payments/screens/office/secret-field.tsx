import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import classes from '#features/company/screens/kit/settings.module.css';
import { useTranslation } from '#web/i18n.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';

interface Props {
  label: string;
  isSet: boolean;
  /** The last characters of the stored secret, if they may be shown. */
  last4?: string | null | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** An input for a secret: shows whether it is set and accepts a new value, but never shows the stored one. */
export function SecretField({ label, isSet, last4, value, onChange, error }: Props) {
  const t = useTranslation('payments');
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || !isSet || value !== '' || error !== undefined;
  return (
    <div className={classes.secret}>
      <span className={classes.secretName}>{label}</span>
      <StatusPill tone={isSet ? 'ok' : 'mute'}>
        {isSet && last4
          ? t('settings.setEndsIn', { last4 })
          : t(isSet ? 'settings.isSet' : 'settings.isNotSet')}
      </StatusPill>
      {isSet && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t(isShown ? 'settings.keepOf' : 'settings.replaceOf', { name: label })}
          onClick={() => {
            onChange('');
            setOpen(!isShown);
          }}
        >
          {t(isShown ? 'settings.keep' : 'settings.replace')}
        </Button>
      )}
      {isShown && (
        <PasswordInput
          className={classes.secretField ?? ''}
          aria-label={label}
          placeholder={t(isSet ? 'settings.newValue' : 'settings.value')}
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          visibilityToggleButtonProps={{ 'aria-label': t('settings.showTyped') }}
        />
      )}
    </div>
  );
}
