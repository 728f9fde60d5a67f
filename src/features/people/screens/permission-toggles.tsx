import { Switch } from '@mantine/core';
import { offeredFlags, type PermissionFlag } from '#domain/people/permissions.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Perms, TeamKind } from '../team-contract.ts';
import classes from './permission-toggles.module.css';

interface Props {
  kind: TeamKind;
  value: Perms;
  onChange: (value: Perms) => void;
  disabled?: boolean;
}

/** The permissions of a technician or staff member as switches, each with a description. */
export function PermissionToggles({ kind, value, onChange, disabled = false }: Props) {
  const t = useTranslation('people');
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend className={classes.legend}>{t('rights')}</legend>
      {offeredFlags[kind].map((flag) => (
        <Switch
          key={flag}
          name={flag}
          labelPosition="left"
          className={classes.toggle ?? ''}
          classNames={{
            body: classes.body ?? '',
            labelWrapper: classes.words ?? '',
            description: classes.hint ?? '',
          }}
          label={t(`right.${flag}`)}
          description={t(`rightHint.${flag}`)}
          checked={value[flag] === true}
          onChange={(event) => onChange({ ...value, [flag]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}

/** All permissions of a kind turned on: the default for a new member. */
export function allRights(kind: TeamKind): Perms {
  return Object.fromEntries(offeredFlags[kind].map((flag: PermissionFlag) => [flag, true]));
}
