import { currencySymbol } from '#domain/base/money.ts';
import { formatPhone, phoneLink } from '#domain/people/phone-format.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation, withLanguage } from '#web/i18n.ts';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandX,
  IconBrandYoutube,
  IconMail,
  IconMapPin,
  IconPhone,
  IconPlayerPlay,
  IconReport,
  IconStar,
  IconWorld,
} from '#web/ui/layout/icons.ts';
import type { CompanyProfile } from '../profile-contract.ts';
import classes from './profile.module.css';

export type ProfileViewData = Omit<CompanyProfile, 'date_format' | 'timezone' | 'public_slug' | 'request_id'>;

const icons = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedin,
  youtube: IconBrandYoutube,
  x: IconBrandX,
  google: IconBrandGoogle,
  yelp: IconStar,
} as const;
const small = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The company's public profile, also used as the preview. Empty sections are omitted. */
export function ProfileView({ profile }: { profile: ProfileViewData }) {
  const t = useTranslation('company');
  const { names, logos, about_company, service_area, service_radius } = profile;
  return (
    <article className={classes.page}>
      <header className={classes.hero}>
        {logos.logo && <img className={classes.logo} src={logos.logo} alt="" />}
        <div className={classes.heroWords}>
          <h1 className={classes.name}>{names.company_name}</h1>
          <p className={classes.place}>
            {[names.owner_name, [profile.city, profile.state].filter(Boolean).join(', ')]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <SocialLinks links={profile.social_links} company={names.company_name} />
          <Actions profile={profile} />
        </div>
      </header>
      <div className={classes.columns}>
        <div className={classes.main}>
          {about_company && (
            <Part title={t('public.about')}>
              {/* Safe HTML: the server renders it from the editor's document with all text escaped (domain/rich-text.ts). */}
              <div
                className={classes.text}
                dangerouslySetInnerHTML={{ __html: lowerHeadings(about_company) }}
              />
            </Part>
          )}
          <Services profile={profile} />
        </div>
        <div className={classes.side}>
          <Contact profile={profile} />
          {(service_area || service_radius) && (
            <Part title={t('public.serviceArea')}>
              {service_area && <p className={classes.lines}>{service_area}</p>}
              {service_radius && (
                <p className={classes.dim}>{t('public.radius', { count: service_radius })}</p>
              )}
            </Part>
          )}
          {profile.video_url && (
            <Part title={t('public.video')}>
              <a className={classes.video} href={profile.video_url} target="_blank" rel="noopener noreferrer">
                <IconPlayerPlay size={22} stroke={1.6} aria-hidden />
                {t('public.watch')}
              </a>
            </Part>
          )}
        </div>
      </div>
    </article>
  );
}

/** Booking first; a request where visitors can't book, or would rather ask; sample reports. */
function Actions({ profile }: { profile: ProfileViewData }) {
  const t = useTranslation('company');
  const { request, schedule } = profile.booking;
  return (
    <div className={classes.actions}>
      <a className={classes.book} href={withLanguage(schedule ?? request)}>
        {t(schedule ? 'public.book' : 'public.request')}
      </a>
      {schedule && (
        <a className={classes.samples} href={withLanguage(request)}>
          {t('public.request')}
        </a>
      )}
      {profile.sample_reports && (
        <a className={classes.samples} href={withLanguage(profile.sample_reports)}>
          <IconReport size={18} stroke={1.7} aria-hidden />
          {t('public.samples')}
        </a>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </section>
  );
}

function Services({ profile }: { profile: ProfileViewData }) {
  const t = useTranslation('company');
  const format = useFormat();
  if (profile.services.length === 0) return null;
  return (
    <Part title={t('public.services')}>
      <ul className={classes.services}>
        {profile.services.map((service, i) => (
          <li key={i}>
            <div>
              <strong>{service.name}</strong>
              {service.description && <p className={classes.dim}>{service.description}</p>}
            </div>
            {service.price !== null && (
              <span className={classes.price} title={currencySymbol(profile.currency)}>
                {t('public.from', { price: format.money(service.price, profile.currency) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Contact({ profile }: { profile: ProfileViewData }) {
  const t = useTranslation('company');
  const { company_phone, company_email, website, address } = profile;
  if (![company_phone, company_email, website, address].some(Boolean)) return null;
  return (
    <Part title={t('public.contact')}>
      <address className={classes.contact}>
        {company_phone && (
          <a href={phoneLink(company_phone)}>
            <IconPhone {...small} /> {formatPhone(company_phone, profile.country_code)}
          </a>
        )}
        {company_email && (
          <a href={`mailto:${company_email}`}>
            <IconMail {...small} /> {company_email}
          </a>
        )}
        {website && (
          <a href={website} rel="noopener noreferrer">
            <IconWorld {...small} /> {website.replace(/^https?:\/\//, '')}
          </a>
        )}
        {address && (
          <span>
            <IconMapPin {...small} /> {address}
          </span>
        )}
      </address>
    </Part>
  );
}

function SocialLinks({ links, company }: { links: CompanyProfile['social_links']; company: string }) {
  const t = useTranslation('company');
  const known = Object.entries(icons).filter(([name]) => links[name]);
  if (known.length === 0) return null;
  return (
    <ul className={classes.social} aria-label={t('s.social')}>
      {known.map(([name, Icon]) => (
        <li key={name}>
          <a
            href={links[name]}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('public.on', { company, network: t(`f.social_links.${name}`) })}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Lowers the heading levels of the text below those of the page. */
function lowerHeadings(html: string): string {
  return html.replace(
    /<(\/?)h([123])>/g,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 2}>`,
  );
}
