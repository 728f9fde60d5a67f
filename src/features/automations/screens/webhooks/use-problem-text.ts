import { useTranslation } from '#web/i18n.ts';

/** Returns the sentence for a problem of a webhook: `status` with its HTTP status, `url.private_name`, `timeout`. */
export function useProblemText(): (problem: string, status: number | null) => string {
  const t = useTranslation('automations');
  return (problem, status) => t(`hooks.problem.${problem.replace('.', '_')}`, { status: status ?? '' });
}
