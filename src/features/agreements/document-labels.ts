import { type AgreementToken, agreementTokens } from '#domain/text/placeholders.ts';
import type { DocumentLang } from '#server/documents/models.ts';

interface DocumentLabels {
  property: string;
  date: string;
  order: string;
  clients: string;
  client: string;
  agent: string;
  listing_agent: string;
  staff: string;
  onBehalf: (role: string, names: string) => string;
  personalLink: string;
  paper: string;
  events: Record<string, string>;
  /** The placeholders of the text, as the editor labels them. */
  tokens: Record<AgreementToken, string>;
}

/** The labels of agreement PDFs that are not part of the template, by language. */
export const documentLabels: Record<DocumentLang, DocumentLabels> = {
  en: {
    property: 'Property',
    date: 'Appointment',
    order: 'Order',
    clients: 'Clients',
    client: 'Client',
    agent: 'Agent',
    listing_agent: 'Listing agent',
    staff: 'Company',
    onBehalf: (role, names) => `${role}, on behalf of ${names}`,
    personalLink: 'Personal link sent to this address',
    paper: 'Signed on paper',
    events: {
      created: 'Agreement created',
      sent: 'Link sent',
      viewed: 'Agreement opened',
      downloaded: 'PDF downloaded',
      declined: 'Declined to sign',
      consented: 'Agreed to electronic records',
      signed: 'Signed',
      signed_on_paper: 'Signed on paper, recorded by the company',
      reissued: 'Reissued',
      delivered: 'Link emailed',
      not_delivered: 'Email not delivered',
      completed: 'Signed by all',
      sealed: 'Sealed',
      copy_sent: 'Signed copy sent',
      void_told: 'Notified of voiding',
      voided: 'Voided',
      removed: 'Removed',
    },
    tokens: agreementTokens,
  },
  de: {
    property: 'Objekt',
    date: 'Termin',
    order: 'Auftrag',
    clients: 'Kunden',
    client: 'Kunde',
    agent: 'Makler',
    listing_agent: 'Makler des Verkäufers',
    staff: 'Firma',
    onBehalf: (role, names) => `${role}, im Namen von ${names}`,
    personalLink: 'Persönlicher Link an diese Adresse',
    paper: 'Auf Papier unterschrieben',
    events: {
      created: 'Vereinbarung erstellt',
      sent: 'Link gesendet',
      viewed: 'Vereinbarung geöffnet',
      downloaded: 'PDF heruntergeladen',
      declined: 'Unterschrift abgelehnt',
      consented: 'Elektronischen Dokumenten zugestimmt',
      signed: 'Unterschrieben',
      signed_on_paper: 'Auf Papier unterschrieben, von der Firma erfasst',
      reissued: 'Neu ausgestellt',
      delivered: 'Link per E-Mail gesendet',
      not_delivered: 'E-Mail nicht zugestellt',
      completed: 'Von allen unterschrieben',
      sealed: 'Versiegelt',
      copy_sent: 'Unterschriebene Kopie gesendet',
      void_told: 'Über die Ungültigkeit benachrichtigt',
      voided: 'Für ungültig erklärt',
      removed: 'Entfernt',
    },
    tokens: {
      CLIENT_NAME: 'Name des Kunden',
      PROPERTY_ADDRESS: 'Adresse des Objekts',
      APPOINTMENT_DATE: 'Datum des Termins',
      APPOINTMENT_TIME: 'Uhrzeit',
      PRICE: 'Preis',
      TECHNICIAN_SIGNATURE: 'Unterschrift des Technikers',
      CURRENT_DATE: 'Heutiges Datum',
      SERVICES: 'Leistungen',
      FEES: 'Preise',
    },
  },
  fr: {
    property: 'Bien',
    date: 'Rendez-vous',
    order: 'Commande',
    clients: 'Clients',
    client: 'Client',
    agent: 'Agent',
    listing_agent: 'Agent du vendeur',
    staff: 'Entreprise',
    onBehalf: (role, names) => `${role}, au nom de ${names}`,
    personalLink: 'Lien personnel envoyé à cette adresse',
    paper: 'Signé sur papier',
    events: {
      created: 'Contrat créé',
      sent: 'Lien envoyé',
      viewed: 'Contrat ouvert',
      downloaded: 'PDF téléchargé',
      declined: 'Signature refusée',
      consented: 'Documents électroniques acceptés',
      signed: 'Signé',
      signed_on_paper: 'Signé sur papier, enregistré par l’entreprise',
      reissued: 'Réémis',
      delivered: 'Lien envoyé par e-mail',
      not_delivered: 'E-mail non remis',
      completed: 'Signé par tous',
      sealed: 'Scellé',
      copy_sent: 'Copie signée envoyée',
      void_told: 'Informé de l’annulation',
      voided: 'Déclaré nul',
      removed: 'Retiré',
    },
    tokens: {
      CLIENT_NAME: 'Nom du client',
      PROPERTY_ADDRESS: 'Adresse du bien',
      APPOINTMENT_DATE: 'Date du rendez-vous',
      APPOINTMENT_TIME: 'Heure',
      PRICE: 'Prix',
      TECHNICIAN_SIGNATURE: 'Signature du technicien',
      CURRENT_DATE: 'Date du jour',
      SERVICES: 'Prestations',
      FEES: 'Tarifs',
    },
  },
};

/** `2030-03-08 14:12:05 UTC`. */
export function formatUtcTime(at: string): string {
  return `${at.slice(0, 19).replace('T', ' ')} UTC`;
}
