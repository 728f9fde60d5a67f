import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { diskFileStore } from '#server/files/disk-file-store.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { ExternalServices } from '#server/outside/external-services.ts';
import { MailDeferred } from '#server/outside/mail.ts';
import { openMaps } from '#server/outside/maps-open.ts';
import { openGateways, type SimulatorAddresses } from '#server/outside/pay/gateways.ts';
import { smtpMailer } from '#server/outside/smtp-mailer.ts';
import { type PaySimulators, startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { startSmtpSink } from '#simulators/smtp/smtp-sink.ts';
import type { Outbox } from './pages/dev-pages.ts';

/** The external services of this process, and what must be stopped with them. */
export interface OpenExternalServices {
  outside: ExternalServices;
  files: FileStore;
  /** The captured mail; only with the loopback mail server. */
  outbox: Outbox | null;
  close(): Promise<void>;
}

/**
 * Opens mail, maps, card gateways and files as configured. Without SMTP_URL the demo starts its own mail server on
 * loopback; otherwise mail waits in the outbox table until SMTP_URL is set. Gateways are simulated in the demo only.
 */
export async function openExternalServices(config: Config, log: Logger): Promise<OpenExternalServices> {
  const sink =
    config.demo && !config.smtpUrl ? await startSmtpSink({ folder: join(config.dataDir, 'outbox') }) : null;
  const url = config.smtpUrl ?? sink?.url ?? null;
  if (!url) log.warn('SMTP_URL is not set: mail waits in the outbox');
  const domain = new URL(config.publicUrl).hostname;
  const mail = url ? smtpMailer({ url, domain }) : waitingMailer();
  const sims = hasSimulators(config) ? await startSimulators(config) : null;
  const pay = openGateways({
    config: config.gateways,
    production: config.production,
    clock: systemClock,
    log,
    simulators: sims && simulatorAddresses(sims),
  });
  return {
    outside: { mail, ...openMaps({ config: config.maps, clock: systemClock, log }), pay },
    files: await openFiles(config),
    outbox: sink,
    close: async () => {
      mail.close();
      await Promise.all([sink?.stop(), sims?.stop()]);
    },
  };
}

function hasSimulators({ demo, gateways }: Config): boolean {
  return demo && gateways.defaultMode === 'simulator';
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
