import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { BookingPage } from '../contract.ts';
import classes from './booking.module.css';
import { ContactLinks } from './contact-links.tsx';

/** What a browser without scripts shows above the form: how to book without it, and the services with their prices. */
export function WithoutScript({ page }: { page: BookingPage }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { company, services } = page;
  return (
    <noscript>
      <p className={classes.note}>
        {t('noScript')} <ContactLinks company={company} />
      </p>
      <ul className={classes.note}>
        {services.map(({ id, name, price }) => (
          <li key={id}>
            {name}
            {price !== null && ` – ${t('services.from', { price: format.money(price, company.currency) })}`}
          </li>
        ))}
      </ul>
    </noscript>
  );
}
