import type { RouteSamples } from '#testing/routes/route-samples.ts';

/** What the path parameters of this feature refer to, and inputs that its routes accept. */
export const samples: RouteSamples = {
  ids: {
    'clients/{id}': 'spareClient',
    'agents/{id}': 'spareAgent',
    'contractors/{id}': 'spareContractor',
    'imports/{id}': 'import',
    'merges/{id}': 'merge',
    'technicians/{id}': 'spareTechnician',
    'staffs/{id}': 'spareStaff',
    'export-file/{subscriberId}': 'company',
    'people-data/{subscriberId}': 'company',
  },
  plain: {
    '{subscriberId}/{status}': '1',
  },
  inputs: {
    'POST /v2/clients': () => ({
      first_name: 'Cleo',
      last_name: 'Client',
      email: 'cleo@client.example',
      phone: '5125550133',
    }),
    'POST /v2/agents': () => ({
      first_name: 'Abe',
      last_name: 'Agent',
      email: 'abe@agent.example',
      phone: '5125550134',
    }),
    'POST /v2/contractors': () => ({
      company_name: 'Pipes Ltd',
      email: 'pipes@pipes.example',
      phone: '5125550135',
    }),
    'POST /v2/clients/{id}/status': () => ({ newStatus: 0 }),
    'POST /v2/agents/{id}/status': () => ({ newStatus: 0 }),
    'POST /v2/contractors/{id}/status': () => ({ newStatus: 0 }),
    'POST /v2/technicians': () => ({ first_name: 'Tom', last_name: 'Tech', email: 'tom@team.example' }),
    'POST /v2/staffs': () => ({ first_name: 'Sam', last_name: 'Staff', email: 'sam@team.example' }),
    'POST /v2/technicians/{id}/status': () => ({ newStatus: 0 }),
    'POST /v2/staffs/{id}/status': () => ({ newStatus: 0 }),
    'POST /v2/technicians/bulk-status': (ids) => ({ ids: [ids.spareTechnician], newStatus: 0 }),
    'POST /v2/staffs/bulk-status': (ids) => ({ ids: [ids.spareStaff], newStatus: 0 }),
    'PUT /v2/users/me': () => ({ first_name: 'Olive', last_name: 'Owner', phone: '5125550100' }),
    'POST /v2/clients/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
    'POST /v2/agents/import': () => ({ file: new File(['email,name\nida@x.example,Ida Import'], 'a.csv') }),
    'PUT /v2/imports/mapping': () => ({
      kind: 'clients',
      headers: ['Mail', 'Who'],
      mapping: { Mail: 'email', Who: 'full_name' },
    }),
    'POST /v2/people/merge': (ids) => ({
      kind: 'clients',
      keep_id: ids.duplicateClient,
      merge_id: ids.otherDuplicate,
      fields: { email: 'merge' },
    }),
    'POST /v2/people/duplicates/dismiss': (ids) => ({ kind: 'clients', ids: [ids.client, ids.spareClient] }),
    'POST /v2/people/bulk-status': (ids) => ({ kind: 'clients', ids: [ids.duplicateClient], newStatus: 0 }),
    'POST /users/get-by-id': (ids) => ({ user_id: ids.technician }),
  },
};
