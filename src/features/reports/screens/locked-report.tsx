import type { Brand } from '#features/agreements/contract.ts';
import type { ApiFailure } from '#web/client.ts';
import { useText } from '#web/i18n.ts';
import { withPersonalPart } from '#web/personal-link.ts';
import { CompanyContact } from '#web/shell/company-head.tsx';
import { IconCircleDashed, IconLock } from '#web/ui/icons.ts';
import { rememberedPortal } from './count-visit.ts';
import classes from './view-report.module.css';

type Reason = 'agreement' | 'payment' | 'unpublished';

/** What the server says of a report that is not open yet. */
export interface LockedFacts {
  reasons: Reason[];
  name: string;
  appointment_public_id: string;
  address: string;
  city: string;
  company: Brand;
}

/** The facts of a LOCKED answer, or null when it is none. */
export function lockedFacts(failure: ApiFailure | null): LockedFacts | null {
  if (failure?.type !== 'LOCKED' || !failure.details) return null;
  return failure.details as unknown as LockedFacts;
}

// In the order in which a client does them.
const order: Reason[] = ['agreement', 'payment', 'unpublished'];

/** Says what is still to be done before the report opens, and leads there. */
export function LockedReport({ facts, reportId }: { facts: LockedFacts; reportId: string }) {
  const t = useText('reports');
  const portal =
    rememberedPortal(reportId) ?? withPersonalPart(`/client-view/${facts.appointment_public_id}`);
  const open = order.filter((reason) => facts.reasons.includes(reason));
  const isOurs = open.every((reason) => reason === 'unpublished');
  const { company } = facts;
  return (
    <article className={classes.locked}>
      <span className={classes.lock} aria-hidden>
        <IconLock size={30} stroke={1.6} />
      </span>
      <h1 className={classes.lockedTitle}>{t(isOurs ? 'locked.notReady' : 'locked.title')}</h1>
      <p className={classes.lockedHint}>
        {facts.name} · {[facts.address, facts.city].filter(Boolean).join(', ')}
      </p>
      <ul className={classes.steps}>
        {open.map((reason) => (
          <li key={reason} className={classes.step}>
            <IconCircleDashed size={22} aria-hidden />
            <span>
              <strong>{t(`locked.${reason}`)}</strong>
              <br />
              {t(`locked.${reason}Hint`)}
            </span>
          </li>
        ))}
      </ul>
      {!isOurs && (
        <a className={classes.primary} href={portal}>
          {t(
            `locked.${open.includes('agreement') && open.includes('payment') ? 'open' : (open[0] ?? 'open')}`,
          )}
        </a>
      )}
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
