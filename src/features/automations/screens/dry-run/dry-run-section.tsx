import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Action } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './dry-run.module.css';
import { DryRunResult } from './dry-run-result.tsx';

/** Runs the edited action on request over the last appointments; after another change it has to be requested again. */
export function DryRunSection({ action }: { action: Action }) {
  const t = useTranslation('automations');
  const [tested, setTested] = useState<string | null>(null);
  const isShown = tested === JSON.stringify(action);
  return (
    <div className={classes.section}>
      {isShown ? (
        <DryRunResult action={action} />
      ) : (
        <Button variant="default" size="compact-md" onClick={() => setTested(JSON.stringify(action))}>
          {t('dry.run')}
        </Button>
      )}
    </div>
  );
}
