import type { CompanyBranding } from '#features/agreements/contract.ts';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { withPersonalLinkToken } from '#web/personal-link.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { IconCircleDashed, IconLock } from '#web/ui/layout/icons.ts';
import classes from '../parts/report.module.css';
import { rememberedPortal } from './count-visit.ts';

type Reason = 'agreement' | 'payment' | 'invoice_void' | 'unpublished' | 'personal_link' | 'not_shared';

/** What the server says of a report that is not open yet. */
export interface LockedFacts {
  reasons: Reason[];
  name: string;
  /** Of the report; null when it is of none in particular. */
  public_id: string | null;
  appointment_public_id: string;
  address: string;
  city: string;
  company: CompanyBranding;
  /** What is still to be signed, and where is paid; only while that keeps the report closed. */
  agreements: { public_id: string; name: string }[];
  invoice_public_id: string | null;
  /** The payment is awaited, and the invoice was declared void: the company has to say how to go on. */
  is_invoice_void: boolean;
}

/** The facts of a LOCKED answer, or null when it is none. */
export function lockedFacts(failure: ApiFailure | null): LockedFacts | null {
  if (failure?.type !== 'LOCKED' || !failure.details) return null;
  return failure.details as unknown as LockedFacts;
}

// In the order in which a client does them.
const order: Reason[] = [
  'personal_link',
  'agreement',
  'payment',
  'invoice_void',
  'unpublished',
  'not_shared',
];

/** Says what is still to be done before the report opens, item by item, and leads to each. */
export function LockedReport({ facts, reportId }: { facts: LockedFacts; reportId: string }) {
  const t = useTranslation('reports');
  const portal =
    rememberedPortal(facts.public_id ?? reportId) ??
    withPersonalLinkToken(`/client-view/${facts.appointment_public_id}`);
  const reasons = facts.reasons.map((reason) =>
    reason === 'payment' && facts.is_invoice_void ? 'invoice_void' : reason,
  );
  const open = order.filter((reason) => reasons.includes(reason));
  const { company } = facts;
  return (
    <article className={classes.locked}>
      <span className={classes.lock} aria-hidden>
        <IconLock size={30} stroke={1.6} />
      </span>
      <h1 className={classes.lockedTitle}>{t(titleOf(open))}</h1>
      <p className={classes.lockedHint}>
        {facts.name} · {[facts.address, facts.city].filter(Boolean).join(', ')}
      </p>
      <ul className={classes.steps}>
        {open.map((reason) => (
          <li key={reason} className={classes.step}>
            <IconCircleDashed size={22} aria-hidden />
            <div className={classes.stepWords}>
              <strong>{t(`locked.${reason}`)}</strong>
              <br />
              {t(`locked.${reason}Hint`)}
              <StepLinks reason={reason} facts={facts} portal={portal} />
            </div>
          </li>
        ))}
      </ul>
      <a className={classes.secondary} href={portal}>
        {t('locked.overview')}
      </a>
      <div className={classes.contact}>
        <p>{t('locked.questions', { company: company.company_name })}</p>
        <CompanyContact
          phone={company.company_phone}
          email={company.company_email}
          website={company.website}
          addressLines={company.address_lines}
        />
      </div>
    </article>
  );
}

function titleOf(open: readonly Reason[]): string {
  if (open.includes('not_shared')) return 'locked.notForYou';
  return open.every((reason) => reason === 'unpublished') ? 'locked.notReady' : 'locked.title';
}

/** Where this step is done: each agreement, the invoice, or the page that mails the personal link. */
function StepLinks(props: { reason: Reason; facts: LockedFacts; portal: string }) {
  const t = useTranslation('reports');
  const { reason, facts, portal } = props;
  const { appointment_public_id, agreements, invoice_public_id } = facts;
  // Whoever came by a personal link stays known on the pages it leads to.
  const query = portal.includes('?') ? portal.slice(portal.indexOf('?')) : '';
  const links: { to: string; label: string }[] = [];
  if (reason === 'agreement') {
    for (const { public_id, name } of agreements) {
      const to = `/agreement/agreement-detail/${appointment_public_id}/${public_id}${query}`;
      links.push({ to, label: t('locked.sign', { name }) });
    }
  }
  if (reason === 'payment' && invoice_public_id) {
    links.push({ to: `/invoice/${invoice_public_id}${query}`, label: t('locked.pay') });
  }
  if (reason === 'personal_link') links.push({ to: portal, label: t('locked.getLink') });
  return links.map(({ to, label }) => (
    <a key={to} className={classes.primary} href={to}>
      {label}
    </a>
  ));
}
