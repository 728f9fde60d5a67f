/** What an import file contains. */
export type Kind = 'clients' | 'agents';
