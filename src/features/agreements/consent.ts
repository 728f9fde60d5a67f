import { sha256Hex } from '#server/ids.ts';

type Lang = 'en' | 'de' | 'fr';

export interface ConsentText {
  /** Next to the checkbox, which is never checked in advance. */
  label: string;
  /** The full text the signer agrees to. */
  disclosure: string;
  sha256: string;
}

/**
 * The consent texts by language, newest edition first. They are evidence: never edit an edition, add a newer one before
 * it. A signature stores the text and its hash; pages opened before an edition changed may still send the older hash.
 */
const editions: Record<Lang, { label: string; disclosure: string }>[] = [
  {
    en: {
      label: 'I agree to use electronic records and signatures',
      disclosure:
        'By ticking this box you agree that this agreement is made, signed and kept in electronic form and that your typed name counts as your signature. You may have it on paper instead, free of charge, by asking the company before you sign. You may withdraw this consent for future documents at any time by telling the company; what was signed before stays valid. To read and keep the agreement you need a current web browser and a program that shows PDF files. A sealed copy is mailed to you once everybody has signed. Please tell the company when your e-mail address changes.',
    },
    de: {
      label: 'Ich bin mit elektronischen Dokumenten und Unterschriften einverstanden',
      disclosure:
        'Mit diesem Häkchen stimmen Sie zu, dass diese Vereinbarung elektronisch geschlossen, unterschrieben und aufbewahrt wird und dass Ihr eingetippter Name als Ihre Unterschrift gilt. Sie können sie stattdessen kostenlos auf Papier erhalten, wenn Sie das der Firma vor dem Unterschreiben sagen. Für künftige Dokumente können Sie diese Zustimmung jederzeit gegenüber der Firma widerrufen; was vorher unterschrieben wurde, bleibt gültig. Zum Lesen und Aufbewahren brauchen Sie einen aktuellen Browser und ein Programm, das PDF-Dateien zeigt. Eine versiegelte Kopie geht Ihnen per E-Mail zu, sobald alle unterschrieben haben. Bitte teilen Sie der Firma mit, wenn sich Ihre E-Mail-Adresse ändert.',
    },
    fr: {
      label: 'J’accepte l’usage de documents et de signatures électroniques',
      disclosure:
        'En cochant cette case, vous acceptez que ce contrat soit conclu, signé et conservé sous forme électronique et que votre nom saisi vaille signature. Vous pouvez l’obtenir gratuitement sur papier en le demandant à l’entreprise avant de signer. Vous pouvez retirer cet accord à tout moment pour les documents futurs en prévenant l’entreprise ; ce qui a été signé auparavant reste valable. Pour lire et conserver le contrat, il vous faut un navigateur récent et un programme qui affiche les fichiers PDF. Une copie scellée vous est envoyée par e-mail dès que tous ont signé. Merci de signaler à l’entreprise tout changement de votre adresse e-mail.',
    },
  },
];

const known = editions.flatMap((edition) => Object.values(edition).map(withHash));
const current = Object.fromEntries(
  Object.entries(editions[0] ?? {}).map(([lang, text]) => [lang, withHash(text)]),
);

/** The current consent text for a reader of this language. */
export function consentFor(lang: string): ConsentText {
  return (current[lang] ?? current.en) as ConsentText;
}

/** The consent text with this hash, of any edition; null if there never was one. */
export function consentByHash(sha256: string): ConsentText | null {
  return known.find((consent) => consent.sha256 === sha256) ?? null;
}

/** The text as it is stored and hashed. */
export function fullConsentText(text: { label: string; disclosure: string }): string {
  return `${text.label}\n\n${text.disclosure}`;
}

function withHash(text: { label: string; disclosure: string }): ConsentText {
  return { ...text, sha256: sha256Hex(fullConsentText(text)) };
}
