import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const termsEn: LegalText = {
  title: 'Terms of use',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'These terms apply between the operator of this website ("we") and everyone who uses Gable. If you use it for a company, you confirm that you are authorized to bind that company.',
  ],
  sections: [
    {
      heading: 'What Gable is',
      paragraphs: [
        'Gable is software for inspection companies: appointments, agreements, payments, reports and messages. We provide the software. We do not inspect properties, and we are not a party to the agreements between an inspection company and its clients. The company that wrote a report is responsible for its content.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Provide accurate details and keep them up to date. Keep your password to yourself; each person has their own account. You are responsible for what happens through your account unless it was compromised through no fault of yours. Notify us immediately if you suspect misuse.',
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
      paragraphs: ['You agree not to:'],
      points: [
        'break the law or the rights of others, or enter data that you may not use;',
        'send advertising or messages that the recipient did not agree to;',
        'try to reach the data of others, get around limits, or put more load on the service than ordinary use;',
        'upload harmful programs, or copy the software or resell it without our consent.',
      ],
    },
    {
      heading: 'Your content',
      paragraphs: [
        'What you enter and upload stays yours. You allow us to store, process and show it as far as the service needs it. You can export it at any time while your account exists. You are responsible for having the rights to it and the consents that the law requires, for example for text messages.',
      ],
    },
    {
      heading: 'Electronic records and signatures',
      paragraphs: [
        'Agreements can be signed electronically. Signers agree to sign electronically and may ask the inspection company for a paper version instead. We record the text, the name, the time and the technical facts of signing and seal the document. Whether an electronic signature is enough for your purpose depends on the law that applies to you.',
      ],
    },
    {
      heading: 'Starter content',
      paragraphs: [
        'Starter agreements, report comments, prices and messages are examples. They are not legal, technical or tax advice. Have agreements checked by a lawyer in your state before you use them.',
      ],
    },
    {
      heading: 'Prices and payment',
      paragraphs: [
        'Plans, message bundles and their prices are shown before you order. Fees are due in advance for each period; the subscription renews until you cancel, which you can do at any time to the end of the period. Client payments to an inspection company are processed by the payment provider that the company has chosen, under that provider’s terms.',
      ],
    },
    {
      heading: 'Availability and changes',
      paragraphs: [
        'We aim to keep the service available at all times, but maintenance and third-party outages can interrupt it. We continue to develop the software and give advance notice before removing an important feature. Positions and maps marked as approximate or offline are estimates.',
      ],
    },
    {
      heading: 'Termination',
      paragraphs: [
        'You can close your account at any time. We can close or suspend an account that breaks these terms, after a warning where that is reasonable. After closing you have 30 days to have it restored or to take your data with you; after that it is erased as described in the privacy policy.',
      ],
    },
    {
      heading: 'Warranty and liability',
      paragraphs: [
        'As far as the law allows, the service is provided as it is, without any warranty beyond these terms. We are liable without limit for intent, gross negligence, personal injury, and where the law requires it. Otherwise our liability is limited to the fees paid in the twelve months before the damage, and does not cover lost profit. If you are a consumer, your statutory rights are not affected.',
      ],
    },
    {
      heading: 'General',
      paragraphs: [
        'We may change these terms and will notify account owners at least 30 days in advance; if you do not agree, you can cancel. The law of the place where the operator is established applies, unless the law of your home gives you better protection as a consumer. If one part of these terms is invalid, the rest still apply.',
      ],
    },
  ],
};
