import { addMinutes } from '#domain/base/time.ts';
import type { bookAppointment } from '#features/appointments/booking-contract.ts';
import { writeMessage } from '#features/messages/compose-contract.ts';
import { recordMessageEvent } from '#features/messages/events/record-message-event.ts';
import { setNotificationSlots } from '#features/messages/notification-slots-contract.ts';
import { markTextSent } from '#features/messages/outbox/text-store.ts';
import { receiveReply } from '#features/messages/replies/receive-reply.ts';
import { saveMessageTemplate } from '#features/messages/template-contract.ts';
import { grantTextCredits } from '#features/messages/texting/text-credits.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import { newId } from '#server/ids.ts';
import type { Runtime } from '#server/runtime.ts';
import type { RouteInput, RouteOutput } from '#wire/route.ts';
import { systemCallFacts } from '../create-runtime.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

type Booked = RouteOutput<typeof bookAppointment>;
type OwnText = Omit<
  RouteInput<typeof saveMessageTemplate>,
  'key' | 'channel' | 'rev' | 'enabled' | 'audiences'
>;

const confirmation: readonly OwnText[] = [
  {
    lang: 'en',
    message:
      'Hello {{first_name}},\n\nyour inspection of {{address}} is confirmed for {{date}} at {{time}} ({{zone}}). Plan about three hours, and join us for the last thirty minutes: we show you everything we found.\n\n{{extra}}\n\nOn your personal page, you can sign the agreement, view the invoice and, once it’s ready, read the report.',
  },
  {
    lang: 'de',
    message:
      'Guten Tag {{first_name}},\n\nIhr Termin für {{address}} am {{date}} um {{time}} ({{zone}}) ist bestätigt. Rechnen Sie mit etwa drei Stunden und kommen Sie gern zur letzten halben Stunde: Wir zeigen Ihnen alles, was uns aufgefallen ist.\n\n{{extra}}\n\nAuf Ihrer persönlichen Seite können Sie den Vertrag unterschreiben, die Rechnung ansehen und später den Bericht lesen.',
  },
  {
    lang: 'fr',
    message:
      'Bonjour {{first_name}},\n\nvotre inspection du bien situé {{address}} est confirmée pour le {{date}} à {{time}} ({{zone}}). Comptez environ trois heures et rejoignez-nous pour la dernière demi-heure\u00a0: nous vous montrerons tout ce que nous avons constaté.\n\n{{extra}}\n\nSur votre page personnelle, vous pouvez signer le contrat, consulter la facture et, dès qu’il sera prêt, lire le rapport.',
  },
];

/** Words the company's own confirmation in three languages, and sets which reminders new appointments have. */
export async function seedOwnTexts(demo: DemoContext): Promise<void> {
  const key = 'appointment_scheduled';
  for (const [rev, text] of confirmation.entries())
    await callAsOwner(demo, saveMessageTemplate, { key, channel: 'email', rev, ...text });
  await callAsOwner(demo, saveMessageTemplate, {
    ...{ key, channel: 'text', rev: 0, lang: 'en' },
    message: 'Confirmed: {{address}}, {{date}}, {{time}}. {{link}}',
  });
  await callAsOwner(demo, setNotificationSlots, {
    client_email_2: { enabled: true },
    listing_agent_email_1: { enabled: true },
    contractor_text_1: { enabled: true, when: 'pre', value: 90, unit: 0 },
  });
}

/** A text to a client and what comes back, in minutes after the first. */
interface Exchange {
  after: number;
  with: 'first' | 'second';
  text: string;
  replies: readonly string[];
}

const exchanges: readonly Exchange[] = [
  {
    ...{ after: 0, with: 'first' },
    text: 'Hello from Whitfield Home Inspections. Is there a code for the gate, and is the attic open?',
    replies: [
      'Hi! Gate code is 4471, the seller leaves the attic open.',
      'And can you stop by the garage first? The door sticks.',
    ],
  },
  {
    ...{ after: 20, with: 'second' },
    text: 'We can start an hour earlier if that helps you.',
    replies: ['STOP'],
  },
  {
    ...{ after: 60, with: 'first' },
    text: 'Thank you. We will start with the garage.',
    replies: ['Great, see you then.'],
  },
];

/** Gives the company credits, and seeds what two clients were texted and replied: one of them wants no more texts. */
export async function seedConversations(
  demo: DemoContext,
  runtime: Runtime,
  clientsOf: Readonly<Record<Exchange['with'], Booked>>,
): Promise<void> {
  const work: Work = (run) =>
    withWriteCtx(runtime, systemCallFacts(runtime, { subscriberId: demo.ownerId }, 'tenant', 'demo'), run);
  await work((w) => grantTextCredits(w, 250, 'Bundle of 250'));
  const start = demo.clock.now();
  for (const exchange of exchanges) {
    demo.clock.set(addMinutes(start, exchange.after));
    await seedExchange(demo, work, clientsOf[exchange.with], exchange);
  }
}

type Work = <T>(run: (w: WriteCtx) => Promise<T>) => Promise<T>;

async function seedExchange(
  demo: DemoContext,
  work: Work,
  about: Booked,
  { text, replies }: Exchange,
): Promise<void> {
  const client = about.people.find((person) => person.role === 'client');
  if (!client) throw new Error('the demo has an appointment without a client');
  const written = { subject: '', message: text };
  await callAsOwner(demo, writeMessage, {
    ...{ appointment_id: about.id, people: [client.id], channel: 'text' },
    texts: { en: written },
  });
  const phone = await work((w) => deliver(w, about.id));
  for (const body of replies) {
    demo.clock.set(addMinutes(demo.clock.now(), 6));
    await work((w) =>
      receiveReply(w, {
        ...{ providerId: `SM${newId()}`, from: phone, to: '+15005550006', body },
        ...{ media: 0, handled: null },
      }),
    );
  }
}

/** Delivers the last text about an appointment, as the provider reports it; returns its phone. */
async function deliver(w: WriteCtx, appointmentId: string): Promise<string> {
  const { id, segments, to_address } = await mine(w, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .where('channel', '=', 'text')
    .orderBy('created_at', 'desc')
    .select(['id', 'segments', 'to_address'])
    .executeTakeFirstOrThrow();
  await markTextSent(w, id, {
    ...{ providerId: `SM${newId()}`, segments },
    status: 'delivered',
    errorCode: null,
  });
  await recordMessageEvent(w, { message_id: id, kind: 'delivered' });
  return to_address;
}
