import { agents, clients, contractors } from '#features/people/contract.ts';
import { createDiscount } from '#features/services/discount-contract.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

/** Seeds the agents and returns their ids; appointments refer to them. */
export async function seedAgents(demo: DemoContext): Promise<string[]> {
  const ids: string[] = [];
  for (const one of agentsKnown) ids.push((await callAsOwner(demo, agents.create, one)).id);
  return ids;
}

/**
 * Seeds contractors, possible duplicates (the same number, nearly the same name, the same address),
 * and a 10% discount code.
 */
export async function seedContacts(demo: DemoContext): Promise<void> {
  for (const one of contractorsKnown) await callAsOwner(demo, contractors.create, one);
  const { pageData } = await callAsOwner(demo, clients.list, { perPage: 100 });
  const client = (last_name: string) => pageData.find((row) => row.last_name === last_name);
  const duplicates = [
    {
      first_name: 'Inés',
      last_name: 'Alvarado-Ruiz',
      email: 'ines.ruiz@example.com',
      phone: client('Alvarado')?.phone,
    },
    { first_name: 'Jonah', last_name: 'Lindqvist', email: 'lindqvist.family@example.com' },
    { first_name: 'P.', last_name: 'Raman', email: client('Raman')?.email },
  ];
  for (const { phone = '', email = '', ...names } of duplicates)
    await callAsOwner(demo, clients.create, { ...names, email, phone });
  await callAsOwner(demo, createDiscount, {
    code: 'SAVE10',
    type: 1,
    value: 10,
    description: 'Ten percent off',
    notes: 'For returning clients',
    online: true,
    status: 1,
  });
}

const agentsKnown = [
  agent('Nadia', 'Fontaine', 'Hudson & Vale Realty', '2125550171'),
  agent('Oscar', 'Brandt', 'Hudson & Vale Realty', '2125550172'),
  agent('Ruth', 'Kessler', 'Kessler Homes', '9145550173'),
];

const contractorsKnown = [
  { company_name: 'Five Boroughs Pest Control', email: 'office@fiveboroughs.example', phone: '2125550181' },
  {
    first_name: 'Theo',
    last_name: 'Marsh',
    company_name: 'Marsh Sewer & Drain',
    email: 'theo@marsh.example',
  },
];

function agent(first_name: string, last_name: string, agency_name: string, phone: string) {
  const email = `${first_name}.${last_name}@example.com`.toLowerCase();
  return { first_name, last_name, agency_name, phone, email, city: 'New York', state: 'NY' };
}
