import { phoneLink } from '#domain/people/phone-format.ts';
import { formatPhone } from '../format-phone.ts';
import classes from './company-header.module.css';

/** The header of a company's public page: logo or initials, and name. Passed to PublicLayout as `brand`. */
export function CompanyHeader({ name, logo }: { name: string; logo: string | null }) {
  return (
    <span className={classes.head}>
      {logo ? (
        <img className={classes.logo} src={logo} alt="" height={40} />
      ) : (
        <span className={classes.initials} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      <span className={classes.name}>{name}</span>
    </span>
  );
}

/** Phone number and email address as links, one per line. */
export function CompanyContact(props: {
  phone: string;
  email: string;
  website: string;
  addressLines: readonly string[];
}) {
  const { phone, email, website, addressLines } = props;
  return (
    <address className={classes.contact}>
      {phone && <a href={phoneLink(phone)}>{formatPhone(phone)}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {website && (
        <a href={/^https?:\/\//.test(website) ? website : `https://${website}`} rel="noreferrer">
          {website.replace(/^https?:\/\//, '')}
        </a>
      )}
      {addressLines.length > 0 && <span>{addressLines.join(', ')}</span>}
    </address>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');
}
