import { z } from 'zod/mini';
import { askedSummary } from '#domain/reports/report-summary.ts';
import { getCompany } from '#features/company/get-company.ts';
import { occasionsByHand } from '#features/messages/messages-just-sent.ts';
import { notify } from '#features/messages/notify.ts';
import type { Lang, WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { email as emailField } from '#wire/fields.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { shareReport as contract } from '../publishing-contract.ts';
import * as store from '../store.ts';
import documentNames from './document-names.json' with { type: 'json' };
import { displayedState } from './read-report.ts';
import { viewLinkFor } from './view-links.ts';

type Input = HandlerInput<typeof contract>;

/**
 * Mails a published report to addresses, each with its own link to the chosen PDFs. Throws LOCKED if the report is not
 * published; the same PDFs with the same text go to an address once in five minutes; an invalid address is identified by its index. What is locked for the public stays locked behind the link.
 */
export async function shareReport(ctx: WriteCtx, input: Input): Promise<{ sent: number }> {
  const report = await store.lockReport(ctx, input.reportId);
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  refuseBad(input);
  if (report.published_rev === null)
    throw new AppError('LOCKED', 'This report isn’t published yet', { reasons: ['unpublished'] });
  const company = await getCompany(ctx);
  const recipients = [...new Set(input.recipients)];
  const people = await store.listRecipients(ctx, appointment.id);
  const personOf = (email: string) => people.find((one) => one.email === email);
  const { extraMessage, sendFullReport, sendSummaryReport, summary } = input;
  const chosen = { extraMessage, sendFullReport, sendSummaryReport, summary, rev: report.published_rev };
  const { summary: published } = await displayedState(ctx, report, false);
  // Who is sent the summary only can open nothing else.
  const sentSummary = sendFullReport ? null : (summary ?? askedSummary(published));
  await notify(ctx, 'report_share', {
    isByHand: true,
    appointment_id: appointment.id,
    addresses: recipients.map((email) => ({
      email,
      lang: personOf(email)?.language ?? '',
      person_id: personOf(email)?.person_id ?? null,
    })),
    occasion: await occasionsByHand(ctx, {
      template: 'report_share',
      appointment_id: appointment.id,
      about: `${report.id}.${sha256Hex(JSON.stringify(chosen)).slice(0, 20)}`,
    }),
    facts: { sender: company.company_name, report: report.name },
    each: async ({ email, person_id, lang }) => {
      const role = personOf(email)?.role ?? 'other';
      const link = await viewLinkFor(ctx, report.id, { person_id, role }, sentSummary);
      const extra = [input.extraMessage ?? '', documentLines(input, link, lang)].filter(Boolean).join('\n\n');
      return { link: input.sendFullReport ? link : `${link}#summary`, facts: { extra } };
    },
  });
  await ctx.emit({
    type: 'report.shared',
    report_id: report.id,
    appointment_id: appointment.id,
    recipients: recipients.length,
  });
  return { sent: recipients.length };
}

function refuseBad(input: Input): void {
  const fields: Record<string, string> = {};
  input.recipients.forEach((address, i) => {
    if (!z.safeParse(emailField, address).success)
      fields[`recipients.${i}`] = `${address || 'This address'} is not a valid email`;
  });
  if (!input.sendFullReport && !input.sendSummaryReport)
    fields.sendFullReport = 'Please select at least one report';
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

function documentLines(input: Input, link: string, lang: Lang): string {
  const names = documentNames[lang];
  const listed = input.summary ? `&summary=${input.summary}` : '';
  const lines = [
    ...(input.sendFullReport ? [`${names.full} ${link}?download=full`] : []),
    ...(input.sendSummaryReport ? [`${names.summary} ${link}?download=summary${listed}`] : []),
  ];
  return lines.join('\n');
}
