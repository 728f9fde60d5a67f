import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { ClientView } from '../contract.ts';
import classes from './client-view.module.css';

const foundations: Record<number, string> = { 1: 'basement', 2: 'slab', 3: 'crawlspace' };

/** The booking: date and time, technicians, services and property. */
export function BookingSummary({ view }: { view: ClientView }) {
  const t = useTranslation('portal');
  const format = useFormat();
  const property = usePropertyText(view.property);
  const time = (at: string) => format.time(at, view.timezone);
  return (
    <section className={classes.card} aria-labelledby="facts">
      <h2 id="facts" className={classes.cardTitle}>
        {t('yourInspection')}
      </h2>
      <dl className={classes.facts}>
        <Fact label={t('dateAndTime')}>
          {format.day(view.date_time, view.timezone)}
          <br />
          {time(view.date_time)} – {time(view.end_time)} {format.zoneName(view.date_time, view.timezone)}
        </Fact>
        {view.technicians.length > 0 && (
          <Fact label={t('technician', { count: view.technicians.length })}>
            {view.technicians.map((person, i) => (
              <span key={i} className={classes.person}>
                {person.picture && <img src={person.picture} alt="" width={32} height={32} loading="lazy" />}
                {person.name}
              </span>
            ))}
          </Fact>
        )}
        <Fact label={t('services')}>
          <ul className={classes.plain}>
            {view.services.map((service, i) => (
              <li key={i}>
                {service.name}
                {service.add_ons.length > 0 && (
                  <span className={classes.dim}> + {service.add_ons.join(', ')}</span>
                )}
              </li>
            ))}
          </ul>
        </Fact>
        {property && <Fact label={t('property')}>{property}</Fact>}
        <Fact label={t('order')}>{view.order_id}</Fact>
      </dl>
    </section>
  );
}

function usePropertyText({ square_feet, year_built, foundation }: ClientView['property']): string {
  const t = useTranslation('portal');
  const format = useFormat();
  return [
    square_feet ? t('squareFeet', { n: format.number(square_feet) }) : '',
    year_built ? t('built', { year: year_built }) : '',
    foundation ? t(`foundation.${foundations[foundation] ?? 'basement'}`) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
