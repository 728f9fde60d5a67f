import { LEGAL_DATE, LEGAL_VERSION, type LegalText } from './legal-text.ts';

export const privacyEn: LegalText = {
  title: 'Privacy policy',
  version: LEGAL_VERSION,
  date: LEGAL_DATE,
  intro: [
    'Gable is a web application with which property-inspection companies run their business. This policy explains which personal data Gable holds, why, and what you can request. "We" means the operator of this website.',
  ],
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [
        'For the data of an inspection company’s own account (its owner and its team) we are responsible.',
        'For the data that an inspection company enters about its clients, agents, contractors and properties, that company is responsible; we process it on behalf of that company and under its instructions. If you came here through a link from an inspection company, please contact that company first.',
      ],
    },
    {
      heading: 'Which data we hold',
      paragraphs: ['Depending on who you are, this can be:'],
      points: [
        'Account: name, email address, phone, picture, role and rights, and your password as a hash that cannot be reversed.',
        'Contacts: name, email address, phone, postal address and agency of clients, agents and contractors.',
        'Appointments: address and facts of the property, date, services, prices, notes and documents.',
        'Reports: findings, photos and videos of the property. The position inside photos is removed when they are uploaded.',
        'Agreements: the signed text, the name, a drawn signature if there is one, the time, the IP address and the browser of the signer, as proof of the signature.',
        'Payments: amount, date and reference. Card numbers go straight to the payment provider and never reach us.',
        'Messages: what was sent to whom, when, and whether it arrived or was opened.',
        'Usage: times of sign-ins and changes with IP address and browser, to protect accounts and find errors.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        'We use the data to provide the application: to book and carry out inspections, to have agreements signed, to take payments, to deliver reports and the messages that go with them, to give support, and to keep the service safe. The legal bases are the contract, legal obligations such as bookkeeping, and our interest in a safe service.',
        'We do not sell data, we show no advertising, and we do not use your data to train models for others.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'A signed-in session uses one necessary cookie. Your browser also keeps settings such as language and colors, and drafts that have not been sent yet. We use no tracking cookies. An inspection company can add its own visitor statistics to its booking pages; it then has to inform you about that.',
      ],
    },
    {
      heading: 'Who else receives data',
      paragraphs: [
        'Data goes to others only where the service needs it: to the people named on an appointment; to the hosts of our servers and files; and, where the inspection company has switched them on, to providers of email, text messages, payments, maps, calendars and accounting. Each receives only what its task needs. Authorities receive data where the law requires us to.',
        'Some providers work in the United States or other countries. We choose them with the safeguards that the law requires.',
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'The data of a company stays as long as its account exists. When an account is closed it can be restored for 30 days; after that the data is erased, apart from payment records that the law requires us to keep. Inspection companies decide how long they keep reports and agreements; signed agreements and reports often have to be kept for years.',
      ],
    },
    {
      heading: 'How we protect it',
      paragraphs: [
        'Connections are encrypted. Each company’s data is isolated from all others at the database level. Credentials for external services are stored encrypted. Personal links to reports and agreements are long and random, and can be revoked; please do not pass yours on.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask what is stored about you, have it corrected, erased or handed over, object to its use, and complain to a data protection authority. Residents of California and other states have similar rights under their laws, and we do not treat anyone worse for exercising them. Clients and agents should contact the inspection company, which can correct, export and anonymize contacts. Everyone else can contact us.',
        'Messages that are not needed for your appointment can be stopped with the link in the email or by replying STOP to a text.',
      ],
    },
    {
      heading: 'Children',
      paragraphs: ['The service is made for businesses and their clients, not for children under 16.'],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        'When this policy changes, we publish the new version here with its date, and tell account owners of important changes beforehand. You reach us at the address from which you receive our emails about your account.',
      ],
    },
  ],
};
