import type { DocumentLang } from '#server/documents/models.ts';

interface OrderLabels {
  order: (number: string) => string;
  hours: (hours: string) => string;
  property: string;
  access: string;
  squareFeet: string;
  yearBuilt: string;
  foundation: string;
  foundations: Record<number, string>;
  occupied: string;
  utilities: string;
  yes: string;
  no: string;
  unknown: string;
  utilitiesOff: string;
  unassigned: string;
  technicians: string;
  technician: string;
  people: string;
  roles: Record<string, string>;
  service: string;
  duration: string;
  amount: string;
  total: string;
  payment: string;
  outstanding: string;
  paid: string;
  beforeReport: string;
  subEvents: string;
  agreements: string;
  notes: string;
  paymentNotes: string;
  status: Record<string, string>;
}

/** The labels of a printed order, by language. */
export const orderLabels: Record<DocumentLang, OrderLabels> = {
  en: {
    order: (number) => `Order ${number}`,
    hours: (hours) => `${hours} hrs`,
    property: 'Property',
    access: 'Access',
    squareFeet: 'Square feet',
    yearBuilt: 'Year built',
    foundation: 'Foundation',
    foundations: { 1: 'Basement', 2: 'Slab', 3: 'Crawlspace' },
    occupied: 'Occupied',
    utilities: 'Utilities on',
    yes: 'Yes',
    no: 'No',
    unknown: 'Unknown',
    utilitiesOff: 'Utilities are off. The technician may not be able to test everything.',
    unassigned: 'Unassigned',
    technicians: 'Technicians',
    technician: 'Technician',
    people: 'People',
    roles: { client: 'Client', agent: 'Agent', listing_agent: 'Listing agent', contractor: 'Contractor' },
    service: 'Service',
    duration: 'Duration',
    amount: 'Amount',
    total: 'Total',
    payment: 'Payment',
    outstanding: 'Outstanding',
    paid: 'Paid',
    beforeReport: 'Required before the report',
    subEvents: 'Sub-events',
    agreements: 'Agreements signed',
    notes: 'Inspection notes',
    paymentNotes: 'Payment notes',
    status: {
      requested: 'Requested',
      overdue: 'Overdue',
      scheduled: 'Scheduled',
      in_progress: 'In progress',
      completed: 'Completed',
      canceled: 'Canceled',
    },
  },
  de: {
    order: (number) => `Auftrag ${number}`,
    hours: (hours) => `${hours} Std.`,
    property: 'Objekt',
    access: 'Zugang',
    squareFeet: 'Quadratfuß',
    yearBuilt: 'Baujahr',
    foundation: 'Fundament',
    foundations: { 1: 'Keller', 2: 'Bodenplatte', 3: 'Kriechkeller' },
    occupied: 'Bewohnt',
    utilities: 'Strom, Gas und Wasser an',
    yes: 'Ja',
    no: 'Nein',
    unknown: 'Unbekannt',
    utilitiesOff: 'Strom, Gas oder Wasser sind abgestellt: Vielleicht lässt sich nicht alles prüfen.',
    unassigned: 'Nicht zugewiesen',
    technicians: 'Techniker',
    technician: 'Techniker',
    people: 'Personen',
    roles: {
      client: 'Kunde',
      agent: 'Makler',
      listing_agent: 'Makler des Verkäufers',
      contractor: 'Auftragnehmer',
    },
    service: 'Leistung',
    duration: 'Dauer',
    amount: 'Betrag',
    total: 'Summe',
    payment: 'Zahlung',
    outstanding: 'Offen',
    paid: 'Bezahlt',
    beforeReport: 'Vor dem Bericht nötig',
    subEvents: 'Nebentermine',
    agreements: 'Vereinbarungen unterschrieben',
    notes: 'Hinweise zur Inspektion',
    paymentNotes: 'Hinweise zur Zahlung',
    status: {
      requested: 'Angefragt',
      overdue: 'Überfällig',
      scheduled: 'Geplant',
      in_progress: 'Läuft',
      completed: 'Abgeschlossen',
      canceled: 'Abgesagt',
    },
  },
  fr: {
    order: (number) => `Commande ${number}`,
    hours: (hours) => `${hours} h`,
    property: 'Bien',
    access: 'Accès',
    squareFeet: 'Pieds carrés',
    yearBuilt: 'Année de construction',
    foundation: 'Fondations',
    foundations: { 1: 'Sous-sol', 2: 'Dalle', 3: 'Vide sanitaire' },
    occupied: 'Occupé',
    utilities: 'Eau, gaz et électricité en service',
    yes: 'Oui',
    no: 'Non',
    unknown: 'Inconnu',
    utilitiesOff: 'L’eau, le gaz ou l’électricité sont coupés : tout ne pourra peut-être pas être testé.',
    unassigned: 'Non attribué',
    technicians: 'Techniciens',
    technician: 'Technicien',
    people: 'Personnes',
    roles: { client: 'Client', agent: 'Agent', listing_agent: 'Agent du vendeur', contractor: 'Prestataire' },
    service: 'Prestation',
    duration: 'Durée',
    amount: 'Montant',
    total: 'Total',
    payment: 'Paiement',
    outstanding: 'Reste dû',
    paid: 'Payé',
    beforeReport: 'Exigé avant le rapport',
    subEvents: 'Sous-événements',
    agreements: 'Contrats signés',
    notes: 'Notes d’inspection',
    paymentNotes: 'Notes de paiement',
    status: {
      requested: 'Demandé',
      overdue: 'En retard',
      scheduled: 'Planifié',
      in_progress: 'En cours',
      completed: 'Terminé',
      canceled: 'Annulé',
    },
  },
};
