import { useState } from 'react';
import { useRead } from '#web/api.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import { CardSkeleton, ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { getProfile, type Profile } from '../../profile-contract.ts';
import { EmailPreferencesCard } from './email-preferences-card.tsx';
import classes from './profile.module.css';
import { ProfileCard } from './profile-card.tsx';
import { SignatureCard } from './signature-card.tsx';

/** The user's own profile and preferences; each card saves separately. */
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

type Part = 'details' | 'signature' | 'mails';
const saved: Record<Part, boolean> = { details: false, signature: false, mails: false };

function Cards({ profile }: { profile: Profile }) {
  const [dirty, setDirty] = useState(saved);
  // One guard for the whole page: it asks once for all unsaved cards.
  useUnsavedGuard(Object.values(dirty).some(Boolean));
  const mark = (part: Part) => (isDirty: boolean) => setDirty((before) => ({ ...before, [part]: isDirty }));
  const { rev, notification_preferences, receive_communication, signature, ...details } = profile;
  const topics = { ...notification_preferences, receive_communication };
  const keys = {
    details: useKeyWhileUntouched(details, dirty.details),
    signature: useKeyWhileUntouched(signature, dirty.signature),
    mails: useKeyWhileUntouched(topics, dirty.mails),
  };
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <ProfileCard key={keys.details} profile={profile} isDirty={dirty.details} onDirty={mark('details')} />
        <SignatureCard
          key={keys.signature}
          profile={profile}
          isDirty={dirty.signature}
          onDirty={mark('signature')}
        />
      </div>
      <div className={classes.side}>
        <EmailPreferencesCard key={keys.mails} stored={topics} onDirty={mark('mails')} />
        <PageSlot name="profile.security" fallback={<CardSkeleton height={260} />} />
      </div>
    </div>
  );
}

/**
 * The key of a card that starts again with each stored value, but never under the user's hands: what is typed between a
 * save and the next read stays.
 */
function useKeyWhileUntouched(stored: unknown, isDirty: boolean): string {
  const current = JSON.stringify(stored);
  const [key, setKey] = useState(current);
  if (!isDirty && key !== current) setKey(current);
  return isDirty ? key : current;
}
