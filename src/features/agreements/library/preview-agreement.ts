import { addDaysInZone, localDate } from '#domain/base/time.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { mistypedTokens, unknownTokens } from '#domain/text/placeholders.ts';
import { toHtml } from '#domain/text/rich-text.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { fillAgreement } from '../merge-agreement.ts';
import { previewSample } from './preview-sample.ts';

/** Renders a text as a client would read it, filled with a sample appointment of next week. */
export async function previewAgreement(ctx: ReadCtx, input: { content: string }) {
  const { timezone: zone, currency, settings } = await getCompany(ctx);
  const content = htmlToRichText(input.content);
  const filled = fillAgreement(content, {
    ...previewSample(ctx.lang),
    date_time: addDaysInZone(ctx.now, 7, zone),
    signed_on: localDate(ctx.now, zone),
    zone,
    currency,
    policy: settings,
  });
  return {
    real_content: toHtml(filled.content),
    unknown_placeholders: unknownTokens(content),
    mistyped_placeholders: mistypedTokens(content),
  };
}
