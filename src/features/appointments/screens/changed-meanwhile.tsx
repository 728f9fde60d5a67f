import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { changedGroups, groupOf } from './changed-fields.ts';
import classes from './dialog.module.css';
import type { useEdit } from './use-edit.ts';

type Edit = Pick<ReturnType<typeof useEdit>, 'base' | 'theirs' | 'changed' | 'goOn' | 'drop'>;

/** Somebody was faster with the appointment of this form: what they changed, and the choice to go on. Else nothing. */
export function ChangedMeanwhile({ edit }: { edit: Edit }) {
  const t = useText('appointments');
  const { base, theirs, changed } = edit;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (theirs === null) return;
    box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    box.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [theirs]);
  if (theirs === null) return null;
  const mine = new Set(Object.keys(changed).map(groupOf));
  return (
    <div ref={box}>
      <Notice tone="warn" isNews title={t('changedElsewhere')}>
        <ul style={{ margin: '4px 0', paddingInlineStart: 18 }}>
          {changedGroups(base, theirs).map((group) => (
            <li key={group}>
              {t(`changedField.${group}`)}
              {mine.has(group) && ` (${t('changedByYouToo')})`}
            </li>
          ))}
        </ul>
        <div>{t('changedElsewhereHint')}</div>
        <div className={classes.bannerButtons}>
          <Button variant="default" onClick={edit.drop}>
            {t('dropMine')}
          </Button>
          <Button variant="light" onClick={edit.goOn}>
            {t('keepMine')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
