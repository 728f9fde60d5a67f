import { ActivityCard } from './activity-card.tsx';
import { AttachmentsCard } from './attachments-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { PropertyCard } from './property-card.tsx';
import { SubEventsCard } from './sub-events-card.tsx';

/** The cards that load after the facts, in one file because they are shown together. */
export const laterCards = { ActivityCard, AttachmentsCard, MessagesCard, PropertyCard, SubEventsCard };
