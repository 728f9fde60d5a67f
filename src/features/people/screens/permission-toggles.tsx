import { Switch } from '@mantine/core';
import { useId } from 'react';
import {
  grantedFlags,
  offeredFlags,
  type PermissionFlag,
  permissionPresets,
  presetOf,
} from '#domain/people/permissions.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Perms, TeamKind } from '../team-contract.ts';
import classes from './permission-toggles.module.css';

interface Props {
  kind: TeamKind;
  value: Perms;
  onChange: (value: Perms) => void;
  disabled?: boolean;
}

/** The permissions of a technician or staff member: presets, and a switch with a description for each. */
export function PermissionToggles({ kind, value, onChange, disabled = false }: Props) {
  const t = useTranslation('people');
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <legend className={classes.legend}>{t('rights')}</legend>
      <Presets kind={kind} value={value} onChange={onChange} />
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

/** Sets all switches at once; none is chosen while they are another mix. */
function Presets({ kind, value, onChange }: Omit<Props, 'disabled'>) {
  const t = useTranslation('people');
  const presets: Record<string, readonly PermissionFlag[]> = permissionPresets[kind];
  const chosen = presetOf(kind, value);
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('presets.label')} className={classes.presets}>
      {Object.entries(presets).map(([preset, granted]) => (
        <label key={preset} className={classes.preset}>
          <input
            type="radio"
            name={name}
            aria-labelledby={`${name}-${preset}-name`}
            aria-describedby={`${name}-${preset}`}
            checked={preset === chosen}
            onChange={() => onChange({ ...value, ...grantedFlags(kind, granted) })}
          />
          <span id={`${name}-${preset}-name`}>{t(`presets.${preset}`)}</span>
          <span id={`${name}-${preset}`} className={classes.presetHint}>
            {t(`presetHint.${kind}.${preset}`)}
          </span>
        </label>
      ))}
    </div>
  );
}

/** All permissions of a kind turned on: the default for a new member. */
export function allRights(kind: TeamKind): Perms {
  return grantedFlags(kind, offeredFlags[kind]);
}
