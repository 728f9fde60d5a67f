import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { search } from './search.ts';

export const routes = [handle(contract.search, search)];
