import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hostAndPort } from '#domain/automations/webhook-url.ts';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { hasSimulators } from '#server/config/gateway-config.ts';
import type { TextAccount } from '#server/config/texts-config.ts';
import { diskFileStore } from '#server/files/disk-file-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openCaptcha } from '#server/outside/captcha/open-captcha.ts';
import type { ExternalServices } from '#server/outside/external-services.ts';
import { MailDeferred } from '#server/outside/mail.ts';
import { openMailReports } from '#server/outside/mail-reports/open-mail-reports.ts';
import { openMaps } from '#server/outside/maps-open.ts';
import { openGateways, type SimulatorAddresses } from '#server/outside/pay/gateways.ts';
import { type ReferenceHeader, smtpMailer } from '#server/outside/smtp-mailer.ts';
import { openTexts } from '#server/outside/texts/open-texts.ts';
import { clamdScanner } from '#server/outside/virus-scanner.ts';
import { createWebhookSender } from '#server/outside/webhook-sender.ts';
import { startCaptchaSimulator } from '#simulators/captcha/captcha-simulator.ts';
import { type PaySimulators, startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import { startTextSimulator, type TextSimulator } from '#simulators/texts/text-simulator.ts';
import { startWebhookSink, type WebhookSink } from '#simulators/webhooks/webhook-sink.ts';
import type { Outbox } from './pages/dev-pages.ts';

/** The external services of this process, and what must be stopped with them. */
export interface OpenExternalServices {
  outside: ExternalServices;
  files: FileStore;
  /** The captured mail; only with the loopback mail server. */
  outbox: Outbox | null;
  /** The simulated phones; only with the simulator of texts. */
  phonesUrl: string | null;
  /** Receivers of webhooks; only in the demo. */
  webhookSink: WebhookSink | null;
  close(): Promise<void>;
}

/**
 * Opens mail, texts, maps, card gateways and files as configured. Without SMTP_URL the demo starts its own mail server on
 * loopback; otherwise mail waits in the outbox table until SMTP_URL is set. Gateways and phones are simulated in the demo only.
 */
export async function openExternalServices(config: Config, log: Logger): Promise<OpenExternalServices> {
  const sink =
    config.demo && !config.smtpUrl
      ? await startSmtpSink({
          folder: join(config.dataDir, 'outbox'),
          onReport: (raw) => forwardReport(config, raw, log),
        })
      : null;
  const url = config.smtpUrl ?? sink?.url ?? null;
  if (!url) log.warn('SMTP_URL is not set: mail waits in the outbox');
  const domain = new URL(config.publicUrl).hostname;
  const mail = url
    ? smtpMailer({ url, domain, dkim: config.mail.dkim, referenceHeaders: referenceHeadersFor(config.mail) })
    : waitingMailer();
  const sims = hasSimulators(config) ? await startSimulators(config) : null;
  const pay = openGateways({
    config: config.gateways,
    production: config.production,
    clock: systemClock,
    log,
    simulators: sims && simulatorAddresses(sims),
  });
  const phones = hasSimulators(config) && !config.texts ? await startPhones(config) : null;
  const account = phones ? simulatedAccount(phones) : config.texts;
  const texts = openTexts({ account, clock: systemClock, log });
  const checker = await startChecker(config);
  const captcha = openCaptcha({
    ...{ config: checker?.config ?? config.captcha, publicUrl: config.publicUrl, clock: systemClock, log },
  });
  const webhookSink = config.demo ? await startWebhookSink(sinkPort(config)) : null;
  const webhooks = createWebhookSender({ allowed: allowedReceivers(config, webhookSink) });
  return {
    outside: {
      ...{ mail, mailReports: openMailReports({ config: config.mail, clock: systemClock, log }) },
      ...openMaps({ config: config.maps, clock: systemClock, log }),
      ...{ pay, texts, webhooks, captcha },
      scanner: config.scanner && clamdScanner({ address: config.scanner }),
    },
    files: await openFiles(config),
    outbox: sink,
    phonesUrl: phones && `${phones.url}/phones`,
    webhookSink,
    close: async () => {
      mail.close();
      await Promise.all([sink?.stop(), sims?.stop(), phones?.stop(), webhookSink?.stop(), checker?.stop()]);
    },
  };
}

/** The simulator of the check of visitors, in a demo that names a provider without its keys. */
async function startChecker({ captcha, demo, gateways, host, publicUrl }: Config) {
  if (!captcha || captcha.keys || !demo) return null;
  const { simPortBase } = gateways;
  const place = { host, name: new URL(publicUrl).hostname };
  const port = simPortBase === 0 ? 0 : simPortBase + 8;
  const sim = await startCaptchaSimulator({ provider: captcha.provider, port, place });
  return { config: { ...captcha, keys: sim.keys, apiBase: sim.url }, stop: sim.stop };
}

async function startPhones({ gateways, publicUrl }: Config): Promise<TextSimulator> {
  const phones = await startTextSimulator({
    port: gateways.simPortBase ? gateways.simPortBase + 6 : 0,
    inboundUrl: `${publicUrl}/hooks/twilio/inbound`,
    delayMs: 800,
    optOut: 'advanced',
  });
  phones.seed(randomInt(2 ** 31));
  return phones;
}

/** The account with which the simulator is called. */
export function simulatedAccount({ accountSid, authToken, from, url }: TextSimulator): TextAccount {
  return { accountSid, authToken, apiKey: null, sender: { from }, apiBase: url };
}

const forwardAttempts = 30;

/**
 * Hands a mail to the bounce domain to the app, as its mail server does. That repeats it while the app does not answer: the
 * first reports come before it listens.
 */
async function forwardReport({ port, mail }: Config, raw: string, log: Logger): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await fetch(`http://127.0.0.1:${port}/api/v2/webhooks/mail/inbound`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mail.inboundSecret}`, 'content-type': 'message/rfc822' },
        body: raw,
      });
      return;
    } catch (err) {
      if (attempt === forwardAttempts) return log.warn({ err }, 'could not forward a report about mail');
      await sleep(1000);
    }
  }
}

function referenceHeadersFor({
  postmarkSecret,
  mailgunSigningKey,
  snsTopics,
}: Config['mail']): ReferenceHeader[] {
  return [
    ...(snsTopics.length > 0 ? (['X-SES-MESSAGE-TAGS'] as const) : []),
    ...(postmarkSecret ? (['X-PM-Metadata-reference'] as const) : []),
    ...(mailgunSigningKey ? (['X-Mailgun-Variables'] as const) : []),
  ];
}

/** After those of the gateways; 0: any free port. */
function sinkPort({ gateways: { simPortBase } }: Config): number {
  return simPortBase === 0 ? 0 : simPortBase + 7;
}

/** In the demo `{host}` is an address of this computer, where the receivers answer too. */
function allowedReceivers({ ssrfAllow, publicUrl }: Config, sink: WebhookSink | null): string[] {
  return sink ? [...ssrfAllow, sink.place, hostAndPort(new URL(publicUrl))] : ssrfAllow;
}

async function startSimulators({ gateways, host, publicUrl }: Config): Promise<PaySimulators> {
  const { simPortBase, simPublicUrl } = gateways;
  const sims = await startPaySimulators({
    portBase: simPortBase,
    // The card form is reached from where the app is, and from nowhere else.
    place: { host, name: new URL(publicUrl).hostname },
    ...(simPublicUrl ? { publicUrl: simPublicUrl } : {}),
  });
  // Simulators lose their data on restart, our database does not: they must never issue the same ids again.
  for (const sim of [sims.stripe, sims.square, sims.authorizeNet, sims.paypal, sims.fortis])
    sim.seed(randomInt(2 ** 31));
  return sims;
}

/** The addresses of running simulators, for the server and for browsers. */
export function simulatorAddresses(sims: PaySimulators): SimulatorAddresses {
  const { stripe, square, authorizeNet, paypal, fortis, publicUrl } = sims;
  return {
    apis: {
      stripe: stripe.url,
      square: square.url,
      authorize_net: authorizeNet.url,
      paypal: paypal.url,
      fortis: fortis.url,
    },
    publicUrl,
  };
}

async function openFiles(config: Config): Promise<FileStore> {
  if (!config.s3) return diskFileStore(join(config.dataDir, 'files'));
  const { s3FileStore } = await import('#server/files/s3-file-store.ts');
  return s3FileStore(config.s3);
}

function waitingMailer(): ExternalServices['mail'] {
  const missing = 'SMTP_URL is not set';
  return {
    missing,
    send: async () => {
      throw new MailDeferred(missing);
    },
    close: () => {},
  };
}
