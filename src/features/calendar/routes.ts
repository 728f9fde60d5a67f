import { handle } from '#server/http/handle.ts';
import * as contract from './contract.ts';
import { daySheet } from './day-sheet.ts';
import * as feedContract from './feed-contract.ts';
import * as feeds from './feeds.ts';
import { listEvents } from './list-events.ts';
import { createEvent } from './save-entry.ts';
import { shareEvent } from './share-event.ts';
import { removeEvent, updateEvent } from './update-event.ts';

export const routes = [
  handle(contract.listEvents, listEvents),
  handle(contract.daySheet, daySheet),
  handle(contract.createEvent, createEvent),
  handle(contract.updateEvent, updateEvent),
  handle(contract.removeEvent, removeEvent),
  handle(contract.shareEvent, shareEvent),
  handle(feedContract.listFeeds, feeds.listFeeds),
  handle(feedContract.createFeed, feeds.createFeed),
  handle(feedContract.revokeFeed, feeds.revokeFeed),
];
