import { createPrivateKey } from 'node:crypto';
import { z } from 'zod/mini';
import type { DkimKey } from '../outside/smtp-mailer.ts';

/** Where reports about sent mail come from, and how mail is signed. */
export interface MailConfig {
  /** Domain of the envelope's sender: what cannot be delivered returns there. */
  readonly bounceDomain: string | null;
  /** Secret of the mail server that forwards mail to the bounce domain to us. */
  readonly inboundSecret: string | null;
  /** `user:password` in the address that Postmark calls. */
  readonly postmarkSecret: string | null;
  /** Mailgun's webhook signing key. */
  readonly mailgunSigningKey: string | null;
  /** The SNS topics to which SES reports. Any account's messages carry a genuine signature, so the topic must be ours. */
  readonly snsTopics: readonly string[];
  readonly dkim: DkimKey | null;
}

const secret = z.string().check(z.minLength(16, 'must have at least 16 characters'));
const domain = z
  .string()
  .check(
    z.toLowerCase(),
    z.regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, 'must be a domain, such as bounces.example.com'),
  );

/** The variables of mail, in addition to SMTP_URL and MAIL_FROM. */
export const mailVariables = {
  MAIL_BOUNCE_DOMAIN: z.optional(domain),
  MAIL_INBOUND_SECRET: z.optional(secret),
  POSTMARK_WEBHOOK_SECRET: z.optional(
    secret.check(z.regex(/^[^:]+:.+$/, 'must be user:password, as in the webhook’s address')),
  ),
  MAILGUN_SIGNING_KEY: z.optional(secret),
  SES_TOPIC_ARN: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+(,\s*arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+)*$/,
          'must be the ARN of an SNS topic, or several with commas',
        ),
      ),
  ),
  DKIM_DOMAIN: z.optional(domain),
  DKIM_SELECTOR: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,63}$/i)), 'gable'),
  DKIM_PRIVATE_KEY: z.optional(z.string()),
};

const shape = z.object(mailVariables);
type Variables = z.infer<typeof shape>;

/** The domain of the demo's bounces; its mail simulator reports to it. */
const demoBounceDomain = 'bounces.gable.example';

/** Reads the mail's part of the configuration. In the demo, `demoSecret` is the secret of its mail simulator. */
export function readMailConfig(v: Variables, demoSecret: string | null): MailConfig {
  return {
    bounceDomain: v.MAIL_BOUNCE_DOMAIN ?? (demoSecret ? demoBounceDomain : null),
    inboundSecret: v.MAIL_INBOUND_SECRET ?? demoSecret,
    postmarkSecret: v.POSTMARK_WEBHOOK_SECRET ?? null,
    mailgunSigningKey: v.MAILGUN_SIGNING_KEY ?? null,
    snsTopics: v.SES_TOPIC_ARN?.split(',').map((each) => each.trim()) ?? [],
    dkim:
      v.DKIM_DOMAIN && v.DKIM_PRIVATE_KEY
        ? { domain: v.DKIM_DOMAIN, selector: v.DKIM_SELECTOR, privateKey: pemOf(v.DKIM_PRIVATE_KEY) }
        : null,
  };
}

/** Returns the errors in the mail's part: one line per variable. */
export function mailProblems(v: Variables): string[] {
  const problems: string[] = [];
  if ((v.DKIM_DOMAIN === undefined) !== (v.DKIM_PRIVATE_KEY === undefined))
    problems.push('DKIM_PRIVATE_KEY: set it together with DKIM_DOMAIN');
  if (v.DKIM_PRIVATE_KEY !== undefined && !isPrivateKey(pemOf(v.DKIM_PRIVATE_KEY)))
    problems.push('DKIM_PRIVATE_KEY: must be a private key in PEM format; line breaks may be written as \\n');
  return problems;
}

function pemOf(text: string): string {
  return text.replaceAll('\\n', '\n');
}

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}
