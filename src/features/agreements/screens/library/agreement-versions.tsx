import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { EditedAgreement } from '../../library-contract.ts';
import classes from './library.module.css';
import { VersionDialog } from './text-dialogs.tsx';

/** The former versions still used by appointments. Shows nothing if there are none. */
export function AgreementVersions({ agreement }: { agreement: EditedAgreement }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  const [shown, setShown] = useState<number | null>(null);
  if (agreement.versions.length === 0) return null;
  return (
    <Card title={t('lib.versions')} flush>
      <ul className={classes.versions}>
        {agreement.versions.map(({ version, replaced_at, replaced_by, copies }) => (
          <li key={version}>
            <span className={classes.words}>
              <strong>{t('lib.version', { version })}</strong>
              <span className={classes.dim}>
                {[
                  t('lib.until', { day: format.date(replaced_at), who: replaced_by }),
                  t('lib.copies', { count: copies }),
                ].join(' · ')}
              </span>
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={t('lib.viewVersion', { version })}
              onClick={() => setShown(version)}
            >
              {t('lib.view')}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== null && <VersionDialog id={agreement.id} version={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
