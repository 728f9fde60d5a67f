import { merchantFields } from '#domain/payments/merchant-application.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { MerchantState } from '../../merchant-contract.ts';

/** Counts the invalid fields, because they may not all be visible at once. */
export function InvalidFieldsNotice({ count }: { count: number }) {
  const t = useTranslation('payments');
  if (count < 2) return null;
  return (
    <Notice tone="bad" isNews>
      {t('merchant.wrong', { count })}
    </Notice>
  );
}

/** Shows why the last submission failed. */
export function LastSubmissionNotice({ state }: { state: MerchantState }) {
  const t = useTranslation('payments');
  const { application } = state;
  if (application?.state !== 'draft' || !application.problem) return null;
  if (application.problem === 'not_arrived') return <Notice tone="warn">{t('merchant.notArrived')}</Notice>;
  return <Notice tone="bad">{refusalText(application.problem, t)}</Notice>;
}

/**
 * Returns the message of Fortis with our field labels. Messages stored in an older form name fields we do not have and
 * are replaced by a general text.
 */
function refusalText(problem: string, t: ReturnType<typeof useTranslation>): string {
  if (problem === 'refused' || /"[\w.]+"/.test(problem)) return t('merchant.refusedPlain');
  const text = problem.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (merchantFields as readonly string[]).includes(name) ? `“${t(`merchant.f.${name}`)}”` : '',
  );
  return t('merchant.refused', { text });
}
