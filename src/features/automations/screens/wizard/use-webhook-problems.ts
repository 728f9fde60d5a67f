import type { Action, WebhookHeader, WebhookRow } from '#domain/automations/action-types.ts';
import { urlProblem } from '#domain/automations/missing.ts';
import { headerProblems, repeatedKeys } from '#domain/automations/webhook-headers.ts';
import { useTranslation } from '#web/i18n.ts';

/** What is wrong with the fields of a webhook, each as a sentence for its field. */
export interface WebhookProblems {
  url: string | undefined;
  data: (at: number, column: keyof WebhookRow) => string | undefined;
  headers: (at: number, column: keyof WebhookHeader) => string | undefined;
}

/** Returns the problems of a webhook while it is edited. What is still empty is none. */
export function useWebhookProblems({
  webhook_url: url,
  webhook_data: data,
  webhook_headers: headers,
}: Action): WebhookProblems {
  const t = useTranslation('automations');
  const refused = /^(?:\{host\}\/?)?$/.test(url.trim()) ? null : urlProblem(url);
  const repeated = repeatedKeys(data);
  const inHeaders = headerProblems(headers);
  return {
    url: refused === null ? undefined : t(`hooks.problem.url_${refused}`),
    data: (at, column) => (column === 'key' && repeated.has(at) ? t('keyTwice') : undefined),
    headers: (at, column) => {
      const problem = inHeaders.get(at);
      const isEmpty = headers[at]?.name === '' && headers[at].value === '';
      return problem?.field === column && !isEmpty ? t(`header.${problem.why}`) : undefined;
    },
  };
}
