import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { reportsAbout } from './reports.ts';

/** A received mail. */
interface CapturedMail {
  id: string;
  messageId: string;
  receivedAt: string;
  from: string;
  to: string[];
  /** What the sender gave to the server; empty for mails of earlier runs. */
  envelope: Envelope;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; type: string; bytes: number }[];
  /** SHA-256 of all its bytes: two deliveries of the same mail should match. */
  sha256: string;
  /** How many mails with this Message-ID have arrived, including this one. */
  copies: number;
}

interface Envelope {
  from: string;
  to: string[];
}

/** A local mail server that stores what it receives. */
export interface SmtpSink {
  /** Where to send: smtp://127.0.0.1:port */
  readonly url: string;
  /** Newest first; each delivery is a separate entry, even when a Message-ID arrives again. */
  list(limit?: number): Promise<CapturedMail[]>;
  get(id: string): Promise<CapturedMail | null>;
  /** The bytes as sent, or null. */
  raw(id: string): Promise<Buffer | null>;
  stop(): Promise<void>;
}

interface SinkOptions {
  folder: string;
  port?: number;
  /** Where reports go about mails to dsn@… and the like, as a mail server would deliver them. */
  onReport?: (raw: string, to: string) => Promise<void>;
  slowMs?: number;
}

type StoredMail = Omit<CapturedMail, 'copies' | 'envelope'>;

const largestMail = 50_000_000;

/**
 * Starts the sink. Each mail becomes one .eml file in `folder`, on disk before the sender receives "250"; mails of
 * earlier runs are still listed. It accepts every address except a few that fail on purpose: bounce@… 550, full@… 452,
 * grey@… 451 at the first attempt, slow@… after 20 seconds, drop@… is stored but the connection ends before the response
 * (the uncertain case). A report follows about dsn@…, domains ending in .con (undeliverable) and fbl@… (marked as spam).
 */
export async function startSmtpSink(options: SinkOptions): Promise<SmtpSink> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  const known = new Map<string, StoredMail>();
  const messageIds = new Map<string, string>();
  const envelopes = new Map<string, Envelope>();
  const server = createSinkServer(options, envelopes);
  // Clients that disconnect midway are normal.
  server.on('error', () => {});
  const port = await listening(server, options.port ?? 0);

  async function read(id: string): Promise<StoredMail> {
    const mail = known.get(id) ?? (await parsed(folder, id));
    known.set(id, mail);
    return mail;
  }

  async function withCopies(ids: string[]): Promise<CapturedMail[]> {
    const counts = new Map<string, number>();
    for (const id of idsIn(folder)) {
      const messageId = messageIds.get(id) ?? messageIdIn(folder, id);
      messageIds.set(id, messageId);
      counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
    }
    const mails = await Promise.all(ids.map(read));
    return mails.map((mail) => ({
      ...mail,
      envelope: envelopes.get(mail.id) ?? { from: '', to: [] },
      copies: counts.get(mail.messageId) ?? 1,
    }));
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    list: (limit = 200) => withCopies(idsIn(folder).reverse().slice(0, limit)),
    get: async (id) => (idsIn(folder).includes(id) ? ((await withCopies([id]))[0] ?? null) : null),
    raw: async (id) => (idsIn(folder).includes(id) ? readFileSync(join(folder, `${id}.eml`)) : null),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Creates a server that accepts mail, fails on purpose for some addresses and stores the rest. */
function createSinkServer(options: SinkOptions, envelopes: Map<string, Envelope>): SMTPServer {
  const greeted = new Set<string>();

  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) => {
    const name = localPart(address);
    if (name === 'bounce') return done(answer(550, '5.1.1 No such mailbox'));
    if (name === 'full') return done(answer(452, '4.2.2 Mailbox is full'));
    if (name === 'grey' && !greeted.has(address)) {
      greeted.add(address);
      return done(answer(451, '4.7.1 Please try again later'));
    }
    done();
  };

  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    // It has no certificate: without STARTTLS, a local client uses plain text.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    disableReverseLookup: true,
    size: largestMail,
    onRcptTo,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (stream.sizeExceeded) return done(answer(552, '5.3.4 Message is too big'));
        const raw = Buffer.concat(chunks);
        const envelope = envelopeOf(session.envelope);
        const stored = await store(options.folder, raw).catch((error: Error) => error);
        if (typeof stored === 'string') envelopes.set(stored, envelope);
        const names = envelope.to.map(localPart);
        if (names.includes('drop')) {
          for (const connection of server.connections)
            if (connection.id === session.id) connection._socket.destroy();
          return;
        }
        if (names.includes('slow')) await sleep(options.slowMs ?? 20_000);
        done(typeof stored === 'string' ? null : stored);
        for (const report of reportsAbout(raw, envelope)) await options.onReport?.(report, envelope.from);
      });
    },
  });
  return server;
}

function envelopeOf({ mailFrom, rcptTo }: SMTPServerSession['envelope']): Envelope {
  return { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
}

function localPart(address: string): string {
  return address.toLowerCase().split('@')[0] ?? '';
}

function listening(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/**
 * Writes to a temporary file, flushes and renames: a name ending in .eml is a complete mail. Names sort by time of
 * arrival. Returns the id.
 */
async function store(folder: string, raw: Buffer): Promise<string> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  count += 1;
  const id = `${stamp}_${String(count).padStart(7, '0')}_${randomBytes(3).toString('hex')}`;
  const temporary = join(folder, `.${id}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(raw);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, `${id}.eml`));
  return id;
}

let count = 0;

function idsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .sort();
}

/** Counting needs only this header of each mail; parsing every mail completely would make a full outbox slow. */
function messageIdIn(folder: string, id: string): string {
  const raw = readFileSync(join(folder, `${id}.eml`)).toString('latin1');
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? '';
}

async function parsed(folder: string, id: string): Promise<StoredMail> {
  const raw = readFileSync(join(folder, `${id}.eml`));
  const mail: Email = await PostalMime.parse(raw);
  return {
    id,
    messageId: mail.messageId ?? '',
    receivedAt: id.slice(0, 24).replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'),
    from: mail.from?.address ?? '',
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(addressesOf),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      type: mimeType,
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
    sha256: createHash('sha256').update(raw).digest('hex'),
  };
}

function addressesOf(entry: Address): string[] {
  return entry.group ? entry.group.map(({ address }) => address) : [entry.address];
}
