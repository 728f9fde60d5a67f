import { phoneLink } from '#domain/people/phone-format.ts';
import { formatPhone } from '#web/format-phone.ts';
import type { BookingPage } from '../contract.ts';
import classes from './booking.module.css';

/** The company's phone number and email address, as far as it publishes them. */
export function ContactLinks({ company: { phone, email } }: Pick<BookingPage, 'company'>) {
  return (
    <>
      {phone && (
        <a className={classes.link} href={phoneLink(phone)}>
          {formatPhone(phone)}
        </a>
      )}{' '}
      {email && (
        <a className={classes.link} href={`mailto:${email}`}>
          {email}
        </a>
      )}
    </>
  );
}
