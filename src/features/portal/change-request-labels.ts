import type { Lang } from '#server/context.ts';
import type { RequestedChange } from './contract.ts';

/** What a client wants changed, as labeled in the email to the company. */
export const changeRequestLabels: Record<Lang, Record<RequestedChange, string>> = {
  en: {
    time: 'Date or time',
    people: 'People',
    services: 'Services',
    property: 'The property',
    cancel: 'Cancel the appointment',
    other: 'Something else',
  },
  de: {
    time: 'Datum oder Uhrzeit',
    people: 'Personen',
    services: 'Leistungen',
    property: 'Das Objekt',
    cancel: 'Den Termin absagen',
    other: 'Etwas anderes',
  },
  fr: {
    time: 'Date ou heure',
    people: 'Personnes',
    services: 'Prestations',
    property: 'Le bien',
    cancel: 'Annuler le rendez-vous',
    other: 'Autre chose',
  },
};
