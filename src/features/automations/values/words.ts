import type { Lang } from '#server/context.ts';

/** The words in values of placeholders, in the reader's language. */
export interface Words {
  yes: string;
  no: string;
  and: string;
  /** A duration, given as a number and as the language writes it. */
  hours: (count: number, figure: string) => string;
  added: (names: string) => string;
  removed: (names: string) => string;
  status: Record<'requested' | 'scheduled' | 'completed' | 'canceled', string>;
  foundation: Record<number, string>;
  method: Record<string, string>;
}

/** The words of each language. */
export const words: Readonly<Record<Lang, Words>> = {
  en: {
    ...{ added: (names) => `Added: ${names}`, removed: (names) => `Removed: ${names}` },
    ...{
      yes: 'Yes',
      no: 'No',
      and: 'and',
      hours: (count, figure) => `${figure} ${count === 1 ? 'hour' : 'hours'}`,
    },
    status: { requested: 'Requested', scheduled: 'Scheduled', completed: 'Completed', canceled: 'Canceled' },
    foundation: { 1: 'Basement', 2: 'Slab', 3: 'Crawlspace' },
    method: {
      ...{ cash: 'Cash', check: 'Check', card: 'Card', bank: 'Bank transfer', paypal: 'PayPal' },
      other: 'Other',
    },
  },
  de: {
    ...{ added: (names) => `Hinzugefügt: ${names}`, removed: (names) => `Entfernt: ${names}` },
    ...{
      yes: 'Ja',
      no: 'Nein',
      and: 'und',
      hours: (count, figure) => `${figure} ${count === 1 ? 'Stunde' : 'Stunden'}`,
    },
    status: {
      requested: 'Angefragt',
      scheduled: 'Geplant',
      completed: 'Abgeschlossen',
      canceled: 'Abgesagt',
    },
    foundation: { 1: 'Keller', 2: 'Bodenplatte', 3: 'Kriechkeller' },
    method: {
      ...{ cash: 'Bar', check: 'Scheck', card: 'Karte', bank: 'Überweisung', paypal: 'PayPal' },
      other: 'Sonstige',
    },
  },
  fr: {
    ...{ added: (names) => `Ajouté\u00a0: ${names}`, removed: (names) => `Retiré\u00a0: ${names}` },
    ...{
      yes: 'Oui',
      no: 'Non',
      and: 'et',
      hours: (count, figure) => `${figure}\u00a0${count < 2 ? 'heure' : 'heures'}`,
    },
    status: { requested: 'Demandé', scheduled: 'Planifié', completed: 'Terminé', canceled: 'Annulé' },
    foundation: { 1: 'Sous-sol', 2: 'Dalle', 3: 'Vide sanitaire' },
    method: {
      ...{ cash: 'Espèces', check: 'Chèque', card: 'Carte', bank: 'Virement', paypal: 'PayPal' },
      other: 'Autre',
    },
  },
};
