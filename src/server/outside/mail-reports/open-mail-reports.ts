import type { Clock } from '../../clock.ts';
import type { MailConfig } from '../../config/mail-config.ts';
import { type CallLog, createHttpClient } from '../http-client.ts';
import { readInboundMail } from './inbound.ts';
import { type MailReport, type ReportProvider, ReportRefused, type ReportRequest } from './mail-report.ts';
import { readMailgun } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import { readSes } from './ses.ts';
import { verifySns } from './sns.ts';

/** Reads what providers and mail servers report about the mail we sent. */
export interface MailReports {
  /**
   * Returns the reports in a request; none if it reports something else. Throws ReportRefused unless the provider is
   * configured and the request is genuine.
   */
  read(provider: ReportProvider, request: ReportRequest): Promise<MailReport[]>;
}

/** Opens the reports of the configured providers. Connects only to Amazon SNS: for certificates, and to confirm a topic. */
export function openMailReports(options: { config: MailConfig; clock: Clock; log: CallLog }): MailReports {
  const { config } = options;
  const http = createHttpClient(options);
  const certificates = new Map<string, string>();

  const get = async (url: string, template: string): Promise<string> => {
    const call = { provider: 'sns', credential: 'platform', method: 'GET', kind: 'read' } as const;
    const { status, text } = await http.send({ ...call, url, template, isRepeatable: true });
    if (status !== 200) throw new ReportRefused(`Amazon SNS responded with ${status}`);
    return text;
  };
  const certificate = async (url: string): Promise<string> => {
    const known = certificates.get(url) ?? (await get(url, '/certificate'));
    if (certificates.size > 20) certificates.clear();
    certificates.set(url, known);
    return known;
  };
  const fromSns = async ({ body }: ReportRequest): Promise<MailReport[]> => {
    const message = await verifySns(body, config.snsTopics, certificate);
    if (message.Type === 'Notification') return readSes(message);
    if (message.Type === 'SubscriptionConfirmation' && message.SubscribeURL)
      await get(message.SubscribeURL, '/confirm');
    return [];
  };

  return {
    async read(provider, request) {
      if (provider === 'ses') return fromSns(request);
      const secret = {
        postmark: config.postmarkSecret,
        mailgun: config.mailgunSigningKey,
        inbound: config.inboundSecret,
      }[provider];
      if (secret === null) throw new ReportRefused('the provider is not configured');
      if (provider === 'postmark') return readPostmark(request, secret);
      if (provider === 'mailgun') return readMailgun(request, secret);
      return readInboundMail(request, secret);
    },
  };
}
