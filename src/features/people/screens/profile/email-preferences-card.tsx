import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { updateProfile } from '../../profile-contract.ts';
import toggles from '../permission-toggles.module.css';
import classes from './profile.module.css';

const topics = [
  { name: 'own_appointments', isForAdmins: false },
  { name: 'requests', isForAdmins: true },
  { name: 'payments', isForAdmins: true },
  { name: 'report_approvals', isForAdmins: true },
  { name: 'receive_communication', isForAdmins: false },
] as const;
type Chosen = Record<(typeof topics)[number]['name'], boolean>;

/** The user's e-mail preferences; preferences for administrators are shown to administrators only. */
export function EmailPreferencesCard({
  stored,
  onDirty,
}: {
  stored: Chosen;
  onDirty: (isDirty: boolean) => void;
}) {
  const t = useTranslation('people');
  const isAdmin = allows(useActor(), 'full_company_admin');
  const [value, setValue] = useState(stored);
  const isChanged = topics.some(({ name }) => value[name] !== stored[name]);
  const write = useWrite(updateProfile, { toast: t('profile.saved'), onDone: () => onDirty(false) });
  const change = (next: Chosen) => {
    setValue(next);
    onDirty(topics.some(({ name }) => next[name] !== stored[name]));
  };
  return (
    <Card title={t('profile.mails')} flush>
      <fieldset className={`${toggles.group} ${classes.inCard}`} disabled={write.pending}>
        <legend className={classes.hidden}>{t('profile.mails')}</legend>
        {topics
          .filter((topic) => isAdmin || !topic.isForAdmins)
          .map(({ name }) => (
            <Switch
              key={name}
              labelPosition="left"
              className={toggles.toggle ?? ''}
              classNames={{ body: toggles.body ?? '', labelWrapper: toggles.words ?? '' }}
              label={t(`profile.mail.${name}`)}
              description={t(`profile.mailHint.${name}`)}
              checked={value[name]}
              onChange={(event) => change({ ...value, [name]: event.currentTarget.checked })}
            />
          ))}
      </fieldset>
      <div className={classes.foot}>
        <Button loading={write.pending} disabled={!isChanged} onClick={() => void write.send(value)}>
          {t('save')}
        </Button>
      </div>
    </Card>
  );
}
