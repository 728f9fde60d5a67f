import { agents, clients } from '#features/people/contract.ts';
import { useRead } from '#web/api.ts';
import type { Filter } from './use-list-filter.ts';

/** A person as used by a filter. */
export interface NamedPerson {
  id: string;
  first_name: string;
  last_name: string;
  profile_pic: string | null;
}
export type FilterPeople = Partial<Record<'clientId' | 'agentId', NamedPerson>>;

/** Loads the people whose ids are in the URL. */
export function useFilterPeople({ clientId, agentId }: Filter): FilterPeople {
  const client = useRead(clients.get, { id: clientId }, { enabled: clientId !== '' });
  const agent = useRead(agents.get, { id: agentId }, { enabled: agentId !== '' });
  return {
    ...(client.data ? { clientId: client.data } : {}),
    ...(agent.data ? { agentId: agent.data } : {}),
  };
}
