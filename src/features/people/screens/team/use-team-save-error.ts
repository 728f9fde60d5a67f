import type { ApiFailure } from '#web/client/api-failure.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';

/**
 * Shows the specified message for unexpected failures when saving a team member; rejections show the server's message.
 */
export function useTeamSaveError(): (failure: ApiFailure) => boolean {
  const t = useTranslation('people');
  return (failure) => {
    const isForeseen = failure.status >= 400 && failure.status < 500 && failure.body !== null;
    if (failure.type === 'CONFLICT') return true;
    if (isForeseen || failure.type === 'ABORTED') return false;
    toast(t('teamSaveFailed'), { kind: 'error' });
    return true;
  };
}
