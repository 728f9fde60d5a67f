import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { fullName } from '#web/ui/person-badge.tsx';
import { conflictTime, type TimeConflict } from './conflicts.ts';

interface Props {
  conflicts: readonly TimeConflict[];
  /** What the server said, when it named nothing. */
  message?: string;
  technicians: readonly { id: string; first_name: string; last_name: string }[];
  timezone: string;
  mayOverrule: boolean;
  onScheduleAnyway: () => void;
}

/** Says who is taken, by what and when; company administrators may go on. */
export function ConflictNotice(props: Props) {
  const t = useText('appointments');
  const format = useFormat();
  const nameOf = (id: string) => {
    const technician = props.technicians.find((one) => one.id === id);
    return technician ? fullName(technician) : t('technician');
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
  }, []);
  return (
    <div ref={box}>
      <Notice tone="warn" isNews title={t('taken')}>
        {props.conflicts.map((conflict) => (
          <div key={`${conflict.technician_id} ${conflict.start}`}>
            {t('takenBy', {
              name: nameOf(conflict.technician_id),
              title: conflict.title || t(`busy.${conflict.kind}`),
              time: conflictTime(conflict, format, props.timezone),
            })}
          </div>
        ))}
        {props.conflicts.length === 0 && props.message}
        {props.mayOverrule ? (
          <Button size="compact-md" variant="default" mt={8} onClick={props.onScheduleAnyway}>
            {t('scheduleAnyway')}
          </Button>
        ) : (
          <div>{t('chooseOther')}</div>
        )}
      </Notice>
    </div>
  );
}
