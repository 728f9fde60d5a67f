import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { IconAlertTriangle, IconMapPin, IconPhone } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { Stop } from '../contract.ts';
import classes from './stops.module.css';

const tones = {
  requested: 'warn',
  overdue: 'bad',
  scheduled: 'info',
  in_progress: 'info',
  completed: 'ok',
} as const;

interface Props {
  stop: Stop;
  isNext: boolean;
}

/** A stop on a technician's day with contacts, directions and access; the next one is emphasized. */
export function StopCard({ stop, isNext }: Props) {
  const t = useTranslation('dashboard');
  const place = placeOf(stop);
  return (
    <li className={classes.card} data-next={isNext || undefined} data-over={isOver(stop) || undefined}>
      <div className={classes.top}>
        <Time stop={stop} />
        {isNext && <span className={classes.next}>{t('next')}</span>}
        <Status stop={stop} />
      </div>
      <UnstyledLink to={`/appointments/details/${stop.id}`} className={classes.address}>
        <strong>{stop.address || stop.order_id}</strong>
        <span>{place}</span>
      </UnstyledLink>
      <p className={classes.services}>{stop.services.join(', ')}</p>
      {stop.clients.map((client) => (
        <p key={client.id} className={classes.client}>
          <span>{fullName(client)}</span>
          {client.phone && (
            <a href={`tel:${client.phone}`} className={classes.phone}>
              <IconPhone size={16} stroke={1.8} aria-hidden />
              {formatPhone(client.phone)}
            </a>
          )}
        </p>
      ))}
      <Access stop={stop} />
      {stop.inspection_notes && <p className={classes.notes}>{stop.inspection_notes}</p>}
      {stop.address && (
        <a href={directionsUrl(stop)} target="_blank" rel="noreferrer" className={classes.navigate}>
          <IconMapPin size={18} stroke={1.8} aria-hidden />
          {t('navigate')}
        </a>
      )}
    </li>
  );
}

/** A stop in the office's list of today. */
export function StopRow({ stop, isNext }: Props) {
  const t = useTranslation('dashboard');
  return (
    <li>
      <UnstyledLink
        to={`/appointments/details/${stop.id}`}
        className={classes.row}
        data-next={isNext || undefined}
        data-over={isOver(stop) || undefined}
      >
        <Time stop={stop} />
        <span className={classes.what}>
          <strong>{stop.address || stop.order_id}</strong>
          <span>{[stop.city, stop.clients.map(fullName).join(', ')].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={classes.technicians}>
          {stop.technicians.length === 0 && <span className={classes.missing}>{t('unassigned')}</span>}
          {stop.technicians.map((one) => (
            <span key={one.id} className={classes.technician}>
              <svg width={8} height={8} aria-hidden>
                <circle cx={4} cy={4} r={4} fill={one.color} />
              </svg>
              {fullName(one)}
            </span>
          ))}
        </span>
        <Status stop={stop} />
      </UnstyledLink>
    </li>
  );
}

function Time({ stop }: { stop: Stop }) {
  const format = useFormat();
  const { timezone } = useUser();
  return (
    <span className={classes.time}>
      <strong>{format.time(stop.date_time, timezone)}</strong>
      <span>–{format.time(stop.end_time, timezone)}</span>
    </span>
  );
}

function Status({ stop }: { stop: Stop }) {
  const t = useTranslation('dashboard');
  const status = stop.display_status as keyof typeof tones;
  return (
    <span className={classes.status}>
      <StatusPill tone={tones[status] ?? 'mute'}>{t(`statusOf.${status}`)}</StatusPill>
    </span>
  );
}

function Access({ stop }: { stop: Stop }) {
  const t = useTranslation('dashboard');
  return (
    <p className={classes.access}>
      <span>{t(stop.occupied ? 'occupied' : 'vacant')}</span>
      {!stop.utilities_on && (
        <span data-warn>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          {t('utilitiesOff')}
        </span>
      )}
      {!stop.agreement_signed && (
        <span data-warn>
          <IconAlertTriangle size={15} stroke={1.8} aria-hidden />
          {t('notSigned')}
        </span>
      )}
    </p>
  );
}

const isOver = (stop: Stop) => stop.display_status === 'completed';

const placeOf = ({ city, state, zip_code }: Stop) =>
  [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** Opens the navigation app of a phone, or a map in the browser. */
function directionsUrl(stop: Stop): string {
  const to = new URLSearchParams({ api: '1', destination: [stop.address, placeOf(stop)].join(', ') });
  return `https://www.google.com/maps/dir/?${to}`;
}
