import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { getSettings, updateSettings } from '#features/company/settings-contract.ts';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';

/** Switches all actions of the company at once. */
export function MasterSwitchCard() {
  const t = useTranslation('automations');
  const { subscriber_id: subscriberId } = useUser();
  const settings = useRead(getSettings, { subscriberId });
  const stored = settings.data?.automations_enabled;
  // Moves at once, and back if the change is refused.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useEffect(() => setWanted(null), [stored]);
  const write = useWrite(updateSettings, {
    toast: (answer) => t(answer.automations_enabled ? 'set.masterOn' : 'set.masterOff'),
    onFail: () => {
      setWanted(null);
      return false;
    },
  });
  return (
    <Card title={t('set.title')}>
      {settings.status === 'failed' && <ErrorState failure={settings.failure} onRetry={settings.retry} />}
      {settings.status === 'loading' && <LinesSkeleton lines={2} />}
      {stored !== undefined && (
        <Switch
          label={t('set.master')}
          description={t('set.masterHint')}
          checked={wanted ?? stored === true}
          disabled={write.pending}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            setWanted(checked);
            void write.send({ subscriberId, automations_enabled: checked });
          }}
        />
      )}
    </Card>
  );
}
