/** The product's texts of reminders, in the languages of their readers. */
import type { Lang } from '../base/date-formats.ts';
import type { Audience } from './notification-slots.ts';

interface AudienceTexts {
  subject: string;
  before: string;
  after: string;
  text: string;
}

interface ReminderTexts extends Record<Audience, AudienceTexts> {
  /** The subject of emails after the appointment. */
  afterSubject: string;
  /** The text message after the appointment. */
  thanks: string;
}

const place = '{{property.full_address}}';

const moment = '{{inspection.date}} at {{inspection.time}}';
const english: ReminderTexts = {
  afterSubject: 'How did the inspection of {{property.address}} go?',
  thanks:
    'Thank you for choosing us for the inspection of {{property.address}}. If you have any questions, just reply.',
  client: {
    subject: 'Reminder: your inspection on {{inspection.date}}',
    before: `Hello {{clients.first_name}},\n\nThis is a reminder of the inspection of ${place} on ${moment}.\n\nOn your personal page you can sign the agreement and see the invoice: {{inspection.client_link}}`,
    after:
      'Hello {{clients.first_name}},\n\nThank you for choosing us. If anything in the report is unclear, just reply to this email.\n\nYour report: {{inspection.reports_link}}',
    text: `Reminder: your inspection of {{property.address}} is on ${moment}. {{inspection.client_link}}`,
  },
  agent: {
    subject: 'Reminder: inspection of {{property.address}} on {{inspection.date}}',
    before: `Hello {{agents.first_name}},\n\nThis is a reminder of the inspection of ${place} for {{clients.names}} on ${moment}.`,
    after:
      'Hello {{agents.first_name}},\n\nThank you for recommending us. We hope {{clients.names}} were well served; if there is anything we can do better, just reply to this email.',
    text: `Reminder: the inspection of {{property.address}} is on ${moment}.`,
  },
  listing_agent: {
    subject: 'Reminder: inspection of {{property.address}} on {{inspection.date}}',
    before: `Hello {{listing_agents.first_name}},\n\nThis is a reminder of the inspection of your listing ${place} on ${moment}. Please make sure that all areas are accessible and the utilities are on.`,
    after: 'Hello {{listing_agents.first_name}},\n\nThank you for giving us access to {{property.address}}.',
    text: `Reminder: the inspection of your listing {{property.address}} is on ${moment}.`,
  },
  contractor: {
    subject: 'Reminder: your work at {{property.address}} on {{inspection.date}}',
    before: `Hello,\n\nThis is a reminder of the inspection of ${place} on ${moment}.`,
    after: 'Hello,\n\nThank you for your work at {{property.address}}. Please send us what is still missing.',
    text: `Reminder: {{property.address}} on ${moment}.`,
  },
};

const germanMoment = '{{inspection.date}} um {{inspection.time}}';
const german: ReminderTexts = {
  afterSubject: 'Wie war die Inspektion von {{property.address}}?',
  thanks:
    'Vielen Dank, dass Sie uns mit der Inspektion von {{property.address}} beauftragt haben. Bei Fragen antworten Sie einfach auf diese Nachricht.',
  client: {
    subject: 'Erinnerung: Ihre Inspektion am {{inspection.date}}',
    before: `Guten Tag {{clients.first_name}},\n\nwir erinnern Sie an die Inspektion von ${place} am ${germanMoment}.\n\nAuf Ihrer persönlichen Seite können Sie die Vereinbarung unterschreiben und die Rechnung ansehen: {{inspection.client_link}}`,
    after:
      'Guten Tag {{clients.first_name}},\n\nvielen Dank für Ihren Auftrag. Wenn im Bericht etwas unklar ist, antworten Sie einfach auf diese E-Mail.\n\nIhr Bericht: {{inspection.reports_link}}',
    text: `Erinnerung: Ihre Inspektion von {{property.address}} ist am ${germanMoment}. {{inspection.client_link}}`,
  },
  agent: {
    subject: 'Erinnerung: Inspektion von {{property.address}} am {{inspection.date}}',
    before: `Guten Tag {{agents.first_name}},\n\nwir erinnern Sie an die Inspektion von ${place} für {{clients.names}} am ${germanMoment}.`,
    after:
      'Guten Tag {{agents.first_name}},\n\nvielen Dank für Ihre Empfehlung. Wir hoffen, dass {{clients.names}} zufrieden mit uns waren. Wenn wir etwas besser machen können, antworten Sie einfach auf diese E-Mail.',
    text: `Erinnerung: Die Inspektion von {{property.address}} ist am ${germanMoment}.`,
  },
  listing_agent: {
    subject: 'Erinnerung: Inspektion von {{property.address}} am {{inspection.date}}',
    before: `Guten Tag {{listing_agents.first_name}},\n\nwir erinnern Sie an die Inspektion Ihres Objekts ${place} am ${germanMoment}. Bitte sorgen Sie dafür, dass alle Bereiche zugänglich und Strom, Wasser und Gas angestellt sind.`,
    after:
      'Guten Tag {{listing_agents.first_name}},\n\nvielen Dank, dass Sie uns den Zugang zu {{property.address}} ermöglicht haben.',
    text: `Erinnerung: Die Inspektion Ihres Objekts {{property.address}} ist am ${germanMoment}.`,
  },
  contractor: {
    subject: 'Erinnerung: Ihre Arbeit in {{property.address}} am {{inspection.date}}',
    before: `Guten Tag,\n\nwir erinnern Sie an die Inspektion von ${place} am ${germanMoment}.`,
    after:
      'Guten Tag,\n\nvielen Dank für Ihre Arbeit in {{property.address}}. Bitte senden Sie uns noch, was fehlt.',
    text: `Erinnerung: {{property.address}} am ${germanMoment}.`,
  },
};

const frenchMoment = 'le {{inspection.date}} à {{inspection.time}}';
const french: ReminderTexts = {
  afterSubject: 'Comment s’est passée l’inspection de {{property.address}}\u00a0?',
  thanks:
    'Merci de nous avoir confié l’inspection de {{property.address}}. Si vous avez des questions, répondez simplement à ce message.',
  client: {
    subject: 'Rappel\u00a0: votre inspection du {{inspection.date}}',
    before: `Bonjour {{clients.first_name}},\n\nNous vous rappelons que l’inspection de ${place} a lieu ${frenchMoment}.\n\nSur votre page personnelle, vous pouvez signer le contrat et voir la facture\u00a0: {{inspection.client_link}}`,
    after:
      'Bonjour {{clients.first_name}},\n\nMerci de votre confiance. Si un point du rapport n’est pas clair, répondez simplement à cet e-mail.\n\nVotre rapport\u00a0: {{inspection.reports_link}}',
    text: `Rappel\u00a0: votre inspection de {{property.address}} a lieu ${frenchMoment}. {{inspection.client_link}}`,
  },
  agent: {
    subject: 'Rappel\u00a0: inspection de {{property.address}} le {{inspection.date}}',
    before: `Bonjour {{agents.first_name}},\n\nNous vous rappelons que l’inspection de ${place} pour {{clients.names}} a lieu ${frenchMoment}.`,
    after:
      'Bonjour {{agents.first_name}},\n\nMerci de nous avoir recommandés. Nous espérons que {{clients.names}} ont été satisfaits. Si nous pouvons faire mieux, répondez simplement à cet e-mail.',
    text: `Rappel\u00a0: l’inspection de {{property.address}} a lieu ${frenchMoment}.`,
  },
  listing_agent: {
    subject: 'Rappel\u00a0: inspection de {{property.address}} le {{inspection.date}}',
    before: `Bonjour {{listing_agents.first_name}},\n\nNous vous rappelons que l’inspection de votre bien ${place} a lieu ${frenchMoment}. Merci de veiller à ce que toutes les parties soient accessibles et que l’eau, le gaz et l’électricité soient ouverts.`,
    after:
      'Bonjour {{listing_agents.first_name}},\n\nMerci de nous avoir donné accès à {{property.address}}.',
    text: `Rappel\u00a0: l’inspection de votre bien {{property.address}} a lieu ${frenchMoment}.`,
  },
  contractor: {
    subject: 'Rappel\u00a0: votre intervention à {{property.address}} le {{inspection.date}}',
    before: `Bonjour,\n\nNous vous rappelons que l’inspection de ${place} a lieu ${frenchMoment}.`,
    after:
      'Bonjour,\n\nMerci pour votre intervention à {{property.address}}. Merci de nous envoyer ce qui manque encore.',
    text: `Rappel\u00a0: {{property.address}} ${frenchMoment}.`,
  },
};

/** The texts by language. */
export const reminderTexts: Readonly<Record<Lang, ReminderTexts>> = { en: english, de: german, fr: french };
