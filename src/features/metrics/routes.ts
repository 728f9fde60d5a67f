import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { getMetrics } from './get-metrics.ts';

export const routes = [handle(contract.getMetrics, getMetrics)];
