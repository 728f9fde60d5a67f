import type { MailTopic } from '#domain/company/mail-topics.ts';
import { getCompany } from '#features/company/get-company.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';

interface AdminMail {
  template:
    | 'payment_received_admin'
    | 'gateway_needs_attention'
    | 'gateway_differences'
    | 'money_for_deleted'
    | 'money_for_void'
    | 'refund_failed'
    | 'refund_returned'
    | 'payment_disputed'
    | 'webhook_conflict';
  /** Identifies this mail, so that it is sent only once. */
  occasion: string;
  facts: Record<string, string>;
  /** The page its button links to. */
  path: string;
  topic: MailTopic;
  appointment_id?: string;
}

/** Mails the administrators of the company, except those who turned off mails of the topic. */
export async function mailAdmins(ctx: WriteCtx, mail: AdminMail): Promise<void> {
  const { company_name } = await getCompany(ctx);
  const admins = await mine(ctx, 'users')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('full_company_admin', '=', true), eb('role', '=', 'Administrator')]))
    .select(['id', 'first_name', 'email', 'language'])
    .execute();
  for (const admin of admins) {
    await queueMessage(ctx, {
      key: `${mail.template}.${mail.occasion}.${admin.id}`,
      template: mail.template,
      lang: langOf(admin.language),
      to: admin.email,
      from_name: company_name,
      facts: { first_name: admin.first_name, ...mail.facts },
      link: `${ctx.installation.publicUrl}${mail.path}`,
      appointment_id: mail.appointment_id ?? null,
      person_id: admin.id,
      topic: mail.topic,
    });
  }
}
