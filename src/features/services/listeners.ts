import { inTransaction } from '#server/events.ts';
import { addStarterServices } from './starter-content.ts';

export const listeners = [inTransaction('company.created', (ctx) => addStarterServices(ctx))];
