import sharp from 'sharp';
import { updateSettings, uploadFiles } from '#features/company/settings-contract.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

/** Gives the demo company a logo, a signature and a description. */
export async function seedBranding(demo: DemoContext): Promise<void> {
  const of = { subscriberId: demo.ownerId };
  await callAsOwner(demo, updateSettings, { ...of, ...words });
  const pictures = {
    logo: await drawn('logo.png', logo),
    signature: await drawn('signature.png', signature),
  };
  await callAsOwner(demo, uploadFiles, { ...of, ...pictures });
}

const words = {
  social_links: {
    facebook: 'https://facebook.example/whitfield',
    instagram: 'https://instagram.example/whitfield',
    yelp: 'https://yelp.example/whitfield',
  },
  about_company:
    '<p>Dana Whitfield has inspected homes in and around New York since 2009. Our team of three inspects about forty homes a month, from pre-war walk-ups to new townhouses.</p><p>You’re welcome to join the inspection. We show you what we find, explain what matters in plain language, and send a report you can read in one evening.</p><ul><li>Licensed home inspectors in New York State</li><li>Reports within 24 hours</li><li>Infrared camera on every inspection</li></ul>',
  service_area: 'Manhattan, Brooklyn, Queens, the Bronx\nWestchester and Nassau County',
  service_radius: 40,
  enable_online_scheduling: true,
  // Agents book again with their usual technician, and clients change appointments with their link.
  allow_choice_of_technicians: true,
  client_may_reschedule: true,
  client_may_cancel: true,
  cost_estimator: true,
  // Keys that the simulated Stripe accepts: demo clients pay with its test cards.
  payment_type: 5 as const,
  credentials: { publishable_key: 'pk_test_demo', secret_key: 'sk_test_demoSecretKey' },
  gateway_sandbox: true,
  payment_instructions: 'Cash or check at the inspection, or a bank transfer within seven days.',
};

async function drawn(name: string, svg: string): Promise<File> {
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

// No text in the drawing: it would look different with the fonts of each machine.
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="200" viewBox="0 0 240 100">
<path d="M20 62 70 20l50 42" fill="none" stroke="#9a3412" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M34 56v30h72V56" fill="none" stroke="#9a3412" stroke-width="8" stroke-linejoin="round"/>
<path d="m138 30 12 46 14-36 14 36 12-46" fill="none" stroke="#1c1917" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M204 30v46m0-24h22m0-22v46" fill="none" stroke="#1c1917" stroke-width="8" stroke-linecap="round"/>
</svg>`;
const signature = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160" viewBox="0 0 240 80">
<path d="M18 58c8-34 22-46 30-36s-8 38-22 36 10-20 26-20c10 0 2 18 12 18s8-20 16-18-6 18 4 18 10-18 18-16-4 18 6 18c16 0 18-40 26-38s-12 40-2 40 12-34 20-32-6 24 4 24 14-12 22-16" fill="none" stroke="#1e3a8a" stroke-width="3" stroke-linecap="round"/>
</svg>`;
