import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const termsEn: LegalText = {
  title: 'Terms of use',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'These terms hold between the operator of this website ("we") and everyone who uses Gable. If you use it for a company, you state that you may bind that company.',
  ],
  sections: [
    {
      heading: 'What Gable is',
      paragraphs: [
        'Gable is software for inspection companies: appointments, agreements, payments, reports and messages. We provide the software. We do not inspect properties, and we are no party to the agreements between an inspection company and its clients. For the content of a report the company that wrote it is responsible.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Give true details and keep them up to date. Keep your password to yourself; each person has an account of their own. You answer for what happens through your account unless it was stolen without your fault. Tell us at once if you suspect misuse.',
      ],
    },
    {
      heading: 'Clients, agents and visitors',
      paragraphs: [
        'If you received a personal link from an inspection company, you may use it to view, sign, pay for and read what is meant for you. Pass it on only to people who may see all of that.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: ['You will not'],
      points: [
        'break the law or the rights of others, or enter data that you may not use;',
        'send advertising or messages that the receiver did not agree to;',
        'try to reach the data of others, get around limits, or load the service beyond ordinary use;',
        'upload harmful programs, or copy the software or resell it without our consent.',
      ],
    },
    {
      heading: 'Your content',
      paragraphs: [
        'What you enter and upload stays yours. You allow us to store, process and show it as far as the service needs it. You can export it at any time while your account exists. You see to it that you have the rights to it and the consents that the law demands, for example for text messages.',
      ],
    },
    {
      heading: 'Electronic records and signatures',
      paragraphs: [
        'Agreements can be signed electronically. Whoever signs agrees to do so, and may ask the inspection company for paper instead. We record the text, the name, the time and the technical facts of signing and seal the document. Whether an electronic signature is enough for your purpose is decided by the law that applies to you.',
      ],
    },
    {
      heading: 'Texts that come with the software',
      paragraphs: [
        'Starter agreements, report comments, prices and messages are examples. They are no legal, technical or tax advice. Have agreements checked by a lawyer in your state before you use them.',
      ],
    },
    {
      heading: 'Prices and payment',
      paragraphs: [
        'Plans, message bundles and their prices are shown before you order. Fees are due in advance for each period; the subscription renews until you cancel, which you can do at any time to the end of the period. Payments of clients to an inspection company run through the payment provider that the company has chosen, under that provider’s terms.',
      ],
    },
    {
      heading: 'Availability and changes',
      paragraphs: [
        'We work for a service that is always there, but maintenance and faults of others can interrupt it. We develop the software further; if an important function is dropped we say so in time. Positions and maps marked as approximate or offline are estimates.',
      ],
    },
    {
      heading: 'Ending',
      paragraphs: [
        'You can close your account at any time. We can end or block an account that breaks these terms, after a warning where that is reasonable. After closing you have 30 days to have it restored or to take your data with you; then it is erased as the privacy policy says.',
      ],
    },
    {
      heading: 'Warranty and liability',
      paragraphs: [
        'As far as the law allows, the service is provided as it is, without warranty beyond what these terms say. We are liable without limit for intent, gross negligence, harm to people, and where the law demands it. Otherwise our liability is limited to the fees paid in the twelve months before the damage, and does not cover lost profit. If you are a consumer, your rights under the law stay untouched.',
      ],
    },
    {
      heading: 'Everything else',
      paragraphs: [
        'We may change these terms and tell account owners at least 30 days ahead; if you do not agree you can cancel. The law of the place where the operator has its seat applies, unless the law of your home protects you better as a consumer. If one part of these terms does not hold, the others do.',
      ],
    },
  ],
};
