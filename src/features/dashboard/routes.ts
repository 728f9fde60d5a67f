import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { getDashboard } from './get-dashboard.ts';
import { getSetup } from './get-setup.ts';

export const routes = [handle(contract.getDashboard, getDashboard), handle(contract.getSetup, getSetup)];
