import type { CompanyBranding } from '#features/agreements/contract.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useTranslation } from '#web/i18n.ts';
import { withPersonalLinkToken } from '#web/navigation/personal-link.ts';
import { CompanyContact } from '#web/shell/company-header.tsx';
import { IconCircleDashed, IconLock } from '#web/ui/layout/icons.ts';
import classes from '../parts/report.module.css';
import { rememberedPortal } from './count-visit.ts';

type Reason = 'agreement' | 'payment' | 'invoice_void' | 'unpublished' | 'personal_link' | 'not_shared';

/** What the server returns for a locked report. */
export interface LockedFacts {
  reasons: Reason[];
  name: string;
  /** The report's public id; null if it concerns no particular report. */
  public_id: string | null;
  appointment_public_id: string;
  address: string;
  city: string;
  company: CompanyBranding;
  /** The agreements to sign and the invoice to pay, only while they lock the report. */
  agreements: { public_id: string; name: string }[];
  invoice_public_id: string | null;
  /** Payment is required but the invoice is void: the client has to contact the company. */
  is_invoice_void: boolean;
}

/** The facts of a LOCKED response; null for any other failure. */
export function lockedFacts(failure: ApiFailure | null): LockedFacts | null {
  if (failure?.type !== 'LOCKED' || !failure.details) return null;
  return failure.details as unknown as LockedFacts;
}

// The order in which a client resolves them.
const order: Reason[] = [
  'personal_link',
  'agreement',
  'payment',
  'invoice_void',
  'unpublished',
  'not_shared',
];

/** Lists what has to be done before the report opens, with a link for each step. */
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

/** The links for a step: each agreement, the invoice, or the page that mails the personal link. */
function StepLinks(props: { reason: Reason; facts: LockedFacts; portal: string }) {
  const t = useTranslation('reports');
  const { reason, facts, portal } = props;
  const { appointment_public_id, agreements, invoice_public_id } = facts;
  // Keeps the visitor's personal link on the linked pages.
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
