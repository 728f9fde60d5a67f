import type { DocumentLang } from '#server/documents/models.ts';

interface Words {
  invoice: string;
  order: string;
  appointment: string;
  tax: string;
  credit: string;
  atAppointment: string;
  methods: Record<string, string>;
}

/** Labels of invoices that are not in the template, by language. */
export const invoiceLabels: Record<DocumentLang, Words> = {
  en: {
    invoice: 'Invoice',
    order: 'Order',
    appointment: 'Appointment',
    tax: 'Tax',
    credit: 'Refund',
    atAppointment: 'Payment is due at the appointment.',
    methods: {
      cash: 'Cash',
      check: 'Check',
      card: 'Card',
      bank: 'Bank transfer',
      paypal: 'PayPal',
      other: 'Other',
    },
  },
  de: {
    invoice: 'Rechnung',
    order: 'Auftrag',
    appointment: 'Termin',
    tax: 'Steuer',
    credit: 'Erstattung',
    atAppointment: 'Bitte zahlen Sie beim Termin.',
    methods: {
      cash: 'Bar',
      check: 'Scheck',
      card: 'Karte',
      bank: 'Überweisung',
      paypal: 'PayPal',
      other: 'Sonstige',
    },
  },
  fr: {
    invoice: 'Facture',
    order: 'Commande',
    appointment: 'Rendez-vous',
    tax: 'Taxe',
    credit: 'Remboursement',
    atAppointment: 'Merci de payer lors du rendez-vous.',
    methods: {
      cash: 'Espèces',
      check: 'Chèque',
      card: 'Carte',
      bank: 'Virement',
      paypal: 'PayPal',
      other: 'Autre',
    },
  },
};
