import type { Company } from '#features/company/get-company.ts';
import type { MailBranding } from './mail-branding.ts';
import type { RenderedMessage } from './outbox/queue-messages.ts';

/** Where a company's mail goes. `bcc` in addition to the company's own blind copy. */
interface MailAddresses {
  email: string;
  cc: string;
  bcc?: string;
}

/** The sender, if it is not the company as a whole. */
interface MailSender {
  from_name?: string;
  reply_to?: string;
}

/**
 * Returns the addresses of a mail: with the company's name, reply-to and blind copy if it comes from one. An address that
 * gets the mail anyway needs no blind copy.
 */
export function addressMail(
  company: Pick<Company, 'company_name'> | null,
  branding: Pick<MailBranding, 'bcc' | 'replyTo'> | null,
  { email, cc, bcc = '' }: MailAddresses,
  sender: MailSender = {},
): Pick<RenderedMessage, 'to_address' | 'cc_address' | 'bcc_address' | 'reply_to' | 'from_name'> {
  const open = addressesIn(`${email},${cc},${bcc}`);
  const own = branding && !open.includes(branding.bcc.toLowerCase()) ? branding.bcc : '';
  return {
    to_address: email,
    cc_address: cc,
    bcc_address: [bcc, own].filter(Boolean).join(', '),
    reply_to: sender.reply_to || (branding?.replyTo ?? ''),
    from_name: sender.from_name || (company?.company_name ?? ''),
  };
}

function addressesIn(list: string): string[] {
  return list.split(',').map((each) => each.trim().toLowerCase());
}
