import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { getDashboard } from './get-dashboard.ts';

export const routes = [handle(contract.getDashboard, getDashboard)];
