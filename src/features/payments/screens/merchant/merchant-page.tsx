import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink, LinkButton } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getMerchantApplication, type MerchantState } from '../../merchant-contract.ts';
import classes from './merchant.module.css';
import { MerchantFormCard } from './merchant-form.tsx';
import { MerchantStatus } from './merchant-status.tsx';

const settings = '/settings?tab=payments';

/** The page where a company applies for a merchant account at Fortis and follows its application. */
export function MerchantPage() {
  const t = useTranslation('payments');
  const { data, status, failure, retry } = useRead(getMerchantApplication, {}, { live: true });
  return (
    <>
      <PageHeader
        title={t('merchant.title')}
        purpose={t('merchant.purpose')}
        breadcrumbs={[{ label: t('merchant.settings'), to: settings }]}
      />
      <div className={classes.page}>
        {data ? (
          <Application state={data} />
        ) : status === 'failed' ? (
          <ErrorState failure={failure} onRetry={retry} />
        ) : (
          <CardSkeleton height={520} />
        )}
      </div>
    </>
  );
}

function Application({ state }: { state: MerchantState }) {
  const t = useTranslation('payments');
  const [isAnew, setAnew] = useState(false);
  const { application, onboarding } = state;
  const isForm =
    application === null || application.state === 'draft' || (application.state === 'declined' && isAnew);
  const mode = application?.mode ?? onboarding;
  return (
    <>
      {mode !== null && mode !== 'live' && <Notice tone="info">{t('merchant.testMode')}</Notice>}
      {application && !isForm && (
        <MerchantStatus
          state={state}
          application={application}
          onAgain={onboarding === null ? null : () => setAnew(true)}
        />
      )}
      {isForm && (onboarding === null ? <NotSetUp /> : <Begin state={state} onSent={() => setAnew(false)} />)}
    </>
  );
}

function Begin({ state, onSent }: { state: MerchantState; onSent: () => void }) {
  const t = useTranslation('payments');
  return (
    <>
      <p className={classes.text}>
        {t('merchant.have')} <AppLink to={settings}>{t('merchant.connectExisting')}</AppLink>
      </p>
      <MerchantFormCard state={state} onSent={onSent} />
    </>
  );
}

/** Explains what a company can do when the platform opens no accounts. */
function NotSetUp() {
  const t = useTranslation('payments');
  return (
    <Notice
      tone="info"
      title={t('merchant.notSetUp')}
      action={<LinkButton to={settings}>{t('merchant.connectExisting')}</LinkButton>}
    >
      {t('merchant.notSetUpHint')}
    </Notice>
  );
}
