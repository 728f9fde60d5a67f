import { listenInTransaction } from '#server/events.ts';
import { addStarterServices } from './starter-content.ts';

export const listeners = [listenInTransaction('company.created', (ctx) => addStarterServices(ctx))];
