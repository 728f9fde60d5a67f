import { createReaderFormatter } from '#domain/base/formatter.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { composeMessage } from '../compose-message.ts';
import { mailBrandingOf } from '../mail-branding.ts';
import { defaultTexts } from '../render.ts';
import type { previewMailLayout as contract } from '../template-contract.ts';
import { sampleFacts } from './sample-facts.ts';

/** Renders a confirmation with the header and footer that the given settings would give it. */
export async function previewMailLayout(
  ctx: ReadCtx,
  { lang, ...draft }: HandlerInput<typeof contract>,
): Promise<HandlerOutput<typeof contract>> {
  const stored = await getCompany(ctx);
  const company = { ...stored, settings: { ...stored.settings, ...draft } as typeof stored.settings };
  const { layout, isTracking } = mailBrandingOf(company, ctx.installation);
  const facts = {
    ...sampleFacts(lang, createReaderFormatter(lang, company), company.currency, ctx.now),
    company: company.company_name,
  };
  const { html } = composeMessage(defaultTexts[lang].appointment_scheduled, lang, facts, {
    link: `${ctx.installation.publicUrl}/`,
    brand: { ...layout, isTracked: isTracking },
  });
  return { html };
}
