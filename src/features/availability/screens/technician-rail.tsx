import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { fullName, PersonAvatar } from '#web/ui/layout/person-avatar.tsx';
import type { RouteOutput } from '#wire/route.ts';
import type { listTeam } from '../contract.ts';
import classes from './availability.module.css';

export type TeamTechnician = RouteOutput<typeof listTeam>['technicians'][number];

/** The list of technicians, marking those who can't be booked. */
export function TechnicianRail(props: {
  technicians: readonly TeamTechnician[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const t = useTranslation('availability');
  const rail = useRef<HTMLElement>(null);
  // On a phone the list scrolls: the selected technician must be visible.
  useEffect(() => {
    const row = rail.current;
    const current = row?.querySelector<HTMLElement>(`[data-id="${props.chosen}"]`);
    if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft - 16;
  }, [props.chosen]);
  return (
    <nav ref={rail} aria-label={t('technicians')} className={classes.rail}>
      {props.technicians.map((one) => (
        <UnstyledButton
          key={one.id}
          data-id={one.id}
          className={classes.person}
          aria-current={one.id === props.chosen ? 'true' : undefined}
          onClick={() => props.onChoose(one.id)}
        >
          <span className={classes.face} style={{ '--person': one.color } as React.CSSProperties}>
            <PersonAvatar {...one} size={32} />
          </span>
          <span className={classes.text}>
            <span className={classes.name}>{fullName(one)}</span>
            <span className={classes.small} data-none={one.starts === 0 || undefined}>
              {one.starts === 0 ? t('noStarts') : t('starts', { count: one.starts })}
            </span>
          </span>
        </UnstyledButton>
      ))}
    </nav>
  );
}
