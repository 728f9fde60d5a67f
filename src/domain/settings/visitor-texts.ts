/** The product's texts for visitors who have sent the form; companies may write their own. */

import type { Lang } from '../base/date-formats.ts';
import { escapeHtml } from '../text/rich-text.ts';

/** After a booking, and after a request. */
export type VisitorText = 'booked' | 'requested';

const texts: Readonly<Record<VisitorText, Readonly<Record<Lang, readonly string[]>>>> = {
  booked: {
    en: [
      'Thank you for booking with {company}. We have received your appointment and will confirm it by e-mail shortly. It contains your personal link, where you can sign the agreement, pay, and later read your report.',
      'If anything changes, please let us know at least 24 hours before the appointment.',
    ],
    de: [
      'Vielen Dank für Ihre Buchung bei {company}. Ihr Termin ist bei uns eingegangen; wir bestätigen ihn in Kürze per E-Mail. Sie enthält Ihren persönlichen Link, über den Sie die Vereinbarung unterschreiben, bezahlen und später Ihren Bericht lesen können.',
      'Wenn sich etwas ändert, geben Sie uns bitte mindestens 24 Stunden vor dem Termin Bescheid.',
    ],
    fr: [
      'Merci d’avoir réservé chez {company}. Nous avons bien reçu votre rendez-vous et vous le confirmerons prochainement par e-mail. Vous y trouverez votre lien personnel, qui vous permet de signer le contrat, de payer et de lire ensuite votre rapport.',
      'En cas de changement, merci de nous prévenir au moins 24 heures avant le rendez-vous.',
    ],
  },
  requested: {
    en: [
      'Thank you. Your request has reached {company}. We will contact you to confirm the date and price. Nothing is booked until then.',
    ],
    de: [
      'Vielen Dank. Ihre Anfrage ist bei {company} eingegangen. Wir melden uns bei Ihnen, um Termin und Preis zu bestätigen. Bis dahin ist nichts gebucht.',
    ],
    fr: [
      'Merci. Votre demande est parvenue à {company}. Nous vous contacterons pour confirmer la date et le prix. Rien n’est réservé d’ici là.',
    ],
  },
};

const langs: readonly Lang[] = ['en', 'de', 'fr'];

/** Returns the product's text as HTML. */
export function visitorText(kind: VisitorText, companyName: string, lang: Lang = 'en'): string {
  const name = escapeHtml(companyName);
  return texts[kind][lang].map((one) => `<p>${one.split('{company}').join(name)}</p>`).join('');
}

/** Returns a company's text; one that is the product's in any language is shown in that of its reader. */
export function textForVisitor(kind: VisitorText, stored: string, reader: { company: string; lang: Lang }) {
  const isStandard = langs.some((lang) => visitorText(kind, reader.company, lang) === stored);
  return isStandard ? visitorText(kind, reader.company, reader.lang) : stored;
}
