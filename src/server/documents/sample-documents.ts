import type { AgreementModel, InvoiceModel } from './models.ts';
import { sampleCompany } from './sample-report.ts';

/** Returns an invoice and an agreement for tests and bench/pdf.ts. */
export function sampleInvoice(): InvoiceModel {
  return {
    lang: 'en',
    paper: 'us-letter',
    created_at: '2030-03-08T15:00:00.000Z',
    title: 'Invoice INV-1042',
    company: sampleCompany,
    number: 'INV-1042',
    status: 'partial',
    issued_on: '03/08/2030',
    due_on: '03/22/2030',
    bill_to: ['Maria and John Whitfield', '9 Elm Court', 'Portland, ME 04103'],
    property_lines: ['1847 Seabright Avenue', 'Cape Elizabeth, ME 04107'],
    facts: [{ label: 'Inspected', value: '03/08/2030' }],
    lines: [
      {
        description: 'Residential inspection',
        note: '2,400 sq ft, built 1990, crawlspace',
        amount: '$600.00',
      },
      { description: 'Radon test', note: 'Device is collected after 48 hours.', amount: '$150.00' },
      { description: 'Wood-destroying insects', amount: '$75.00' },
    ],
    subtotal: '$825.00',
    discount: { label: 'Discount SPRING (10 %)', amount: '−$82.50' },
    taxes: [{ label: 'Sales tax 5.5 %', amount: '$40.84' }],
    total: '$783.34',
    payments: [{ date: '03/08/2030', method: 'Check 1182', amount: '$400.00' }],
    paid: '−$400.00',
    outstanding: '$383.34',
    payment_instructions: 'Checks to Harbor Home Inspections. Please write the invoice number on the check.',
    pay_url: 'https://harbor.example/invoice/abc',
    notes: 'Thank you for your business.',
  };
}

const paragraph = (text: string, marks?: { type: string; attrs?: Record<string, unknown> }[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks ? { marks } : {}) }],
});
const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
});

const agreementText: AgreementModel['body'] = {
  type: 'doc',
  content: [
    heading(3, '1. Scope'),
    paragraph(
      'The inspector examines the readily accessible parts of the house on the day of the inspection and reports what needs correction. '.repeat(
        3,
      ),
    ),
    heading(4, '2. Fee'),
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'The fee is ' },
        { type: 'text', text: '$825.00', marks: [{ type: 'bold' }] },
        { type: 'text', text: ', due before the report is handed over. See ' },
        {
          type: 'text',
          text: 'our site',
          marks: [{ type: 'link', attrs: { href: 'https://harbor.example' } }],
        },
        { type: 'text', text: ' or ' },
        {
          type: 'text',
          text: 'not this',
          marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
        },
      ],
    },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph('Radon test, 48 hours')] },
        { type: 'listItem', content: [paragraph('Wood-destroying insects')] },
      ],
    },
    heading(1, '3. Limits'),
    paragraph('The inspection is visual. It is no guarantee and no insurance. '.repeat(4)),
    {
      type: 'orderedList',
      content: [
        { type: 'listItem', content: [paragraph('No part is taken apart.')] },
        { type: 'listItem', content: [paragraph('Hidden damage is not covered.', [{ type: 'italic' }])] },
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: ['Service', 'Fee'].map((text) => ({
            type: 'tableHeader',
            content: [paragraph(text)],
          })),
        },
        {
          type: 'tableRow',
          content: ['Residential', '$600.00'].map((text) => ({
            type: 'tableCell',
            content: [paragraph(text)],
          })),
        },
      ],
    },
    { type: 'unknownNode', content: [paragraph('Unknown nodes print what they hold.')] },
  ],
};

const signatures: AgreementModel['signatures'] = [
  {
    signer_name: 'Maria Whitfield',
    role: 'Client',
    method: 'typed',
    signed_at: 'March 8, 2030, 9:12 AM EST',
  },
  {
    signer_name: 'John Whitfield',
    role: 'Client',
    method: 'drawn',
    signed_at: 'March 8, 2030, 9:20 AM EST',
    strokes: [
      Array.from({ length: 40 }, (_, n) => [0.05 + n * 0.02, 0.5 + 0.35 * Math.sin(n / 2.2)] as const),
      [
        [0.2, 0.8],
        [0.7, 0.75],
      ],
    ],
  },
];

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const certificate: NonNullable<AgreementModel['certificate']> = {
  document_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: '3',
  content_hash: hash,
  values: [{ label: 'Price', value: '$625.00' }],
  consent_text: 'I agree to use electronic records and signatures',
  consent_hash: hash,
  signers: ['Maria Whitfield', 'John Whitfield'].map((name) => ({
    name,
    role: 'Client',
    contact: 'maria@example.com',
    authentication: 'Personal link',
    consented_at_utc: '2030-03-08 14:11:52',
    signed_at_utc: '2030-03-08 14:12:04',
    shown_pdf_hash: hash,
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Safari/604.1',
  })),
  events: ['Link sent', 'Opened', 'Read to the end', 'Consented', 'Signed', 'Copy sent'].map((what, n) => ({
    what,
    who: 'Maria Whitfield',
    at_utc: `2030-03-08 14:1${n}:04`,
    ip: '203.0.113.7',
    user_agent: 'Safari 604.1 on iPhone',
    hash,
  })),
};

/** An agreement for tests and measurements, with its certificate if `signed`. */
export function sampleAgreement(signed: boolean): AgreementModel {
  const facts = [
    { label: 'Client', value: 'Maria Whitfield' },
    { label: 'Property', value: '1847 Seabright Avenue\nCape Elizabeth, ME 04107' },
    { label: 'Date', value: '03/08/2030, 9:00 AM' },
  ];
  return {
    lang: 'en',
    paper: 'us-letter',
    created_at: '2030-03-08T15:00:00.000Z',
    title: 'Inspection agreement',
    company: sampleCompany,
    facts,
    body: agreementText,
    signers: [
      { name: 'Maria Whitfield', role: 'Client' },
      { name: 'John Whitfield', role: 'Client' },
    ],
    signatures: signed ? signatures : [],
    ...(signed ? { certificate } : {}),
  };
}
