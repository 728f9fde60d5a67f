import { Switch } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { updateProfile } from '../../profile-contract.ts';
import toggles from '../permission-toggles.module.css';
import classes from './profile.module.css';
import type { ProfilePart } from './profile-part.ts';

const topics = [
  { name: 'own_appointments', isForAdmins: false },
  { name: 'requests', isForAdmins: true },
  { name: 'payments', isForAdmins: true },
  { name: 'report_approvals', isForAdmins: true },
  { name: 'receive_communication', isForAdmins: false },
] as const;
type Chosen = Record<(typeof topics)[number]['name'], boolean>;

/** The user's e-mail preferences; preferences for administrators are shown to administrators only. */
export function EmailPreferencesCard({ stored, part }: { stored: Chosen; part: ProfilePart }) {
  const t = useTranslation('people');
  const isAdmin = allows(useActor(), 'full_company_admin');
  const [value, setValue] = useState(stored);
  const write = useWrite(updateProfile, { toast: t('profile.saved'), onDone: () => part.setDirty(false) });
  useSaveable({
    isDirty: part.isDirty,
    pending: write.pending,
    save: async () => {
      await write.send(value);
    },
    discard: part.restart,
    others: () => [],
  });
  const change = (next: Chosen) => {
    setValue(next);
    part.setDirty(topics.some(({ name }) => next[name] !== stored[name]));
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
    </Card>
  );
}
