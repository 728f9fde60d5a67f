import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { SaveBarPage } from '#web/ui/feedback/save-bar-page.tsx';
import { CardSkeleton, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getProfile, type Profile } from '../../profile-contract.ts';
import { EmailPreferencesCard } from './email-preferences-card.tsx';
import classes from './profile.module.css';
import { ProfileCard } from './profile-card.tsx';
import type { ProfilePart } from './profile-part.ts';
import { SignatureCard } from './signature-card.tsx';

/** The user's own profile and preferences. */
export function MyProfilePage() {
  const t = useTranslation('people');
  const profile = useRead(getProfile, {});
  if (profile.status === 'loading') return <PageSkeleton />;
  if (!profile.data) return <ErrorState failure={profile.failure} onRetry={profile.retry} />;
  return (
    <>
      <PageHeader title={t('profile.title')} purpose={t('profile.purpose')} />
      <Cards profile={profile.data} />
    </>
  );
}

function Cards({ profile }: { profile: Profile }) {
  const { rev, notification_preferences, receive_communication, signature, ...details } = profile;
  const topics = { ...notification_preferences, receive_communication };
  const parts = { details: usePart(details), signature: usePart(signature), mails: usePart(topics) };
  return (
    <SaveBarPage>
      <div className={classes.columns}>
        <div className={classes.main}>
          <ProfileCard key={parts.details.key} profile={profile} part={parts.details} />
          <SignatureCard key={parts.signature.key} profile={profile} part={parts.signature} />
        </div>
        <div className={classes.side}>
          <EmailPreferencesCard key={parts.mails.key} stored={topics} part={parts.mails} />
          <PageSlot name="profile.security" fallback={<CardSkeleton height={260} />} />
        </div>
      </div>
    </SaveBarPage>
  );
}

/**
 * One card of the page. It starts again with each stored value, but never under the user's hands: what is typed between
 * a save and the next read stays.
 */
function usePart(stored: unknown): ProfilePart {
  const [isDirty, setDirty] = useState(false);
  const [round, setRound] = useState(0);
  const current = JSON.stringify(stored);
  const [key, setKey] = useState(current);
  if (!isDirty && key !== current) setKey(current);
  const restart = () => {
    setDirty(false);
    setRound(round + 1);
  };
  return { key: `${isDirty ? key : current} ${round}`, isDirty, setDirty, restart };
}
