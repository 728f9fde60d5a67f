import { ClientPicker } from '#features/people/screens/client-picker.tsx';
import { PersonPicker } from '#features/people/screens/person-picker.tsx';
import { useTranslation } from '#web/i18n.ts';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';

/** The people on the appointment. At least one client is required; the company configures the others. */
export function StepPeople() {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { state, dispatch } = useAppointmentDialog();
  const { picked, errors } = state;
  return (
    <div className={classes.columns} data-enter-next>
      <div data-field="clients" className={classes.wide}>
        <ClientPicker
          value={picked.clients}
          onChange={(people) => dispatch({ type: 'people', kind: 'clients', people })}
          error={localize(errors.clients)}
          autoFocus
        />
      </div>
      <div data-field="inspectors">
        <PersonPicker
          type="technicians"
          value={picked.technicians}
          onChange={(people) => dispatch({ type: 'people', kind: 'technicians', people })}
          description={picked.technicians.length === 0 ? t('unassignedHint') : undefined}
          error={localize(errors.inspectors)}
        />
      </div>
      <div data-field="agents">
        <PersonPicker
          type="agents"
          value={picked.agents}
          onChange={(people) => dispatch({ type: 'people', kind: 'agents', people })}
          error={localize(errors.agents)}
        />
      </div>
      <div data-field="listing_agents">
        <PersonPicker
          type="listingAgents"
          value={picked.listingAgents}
          onChange={(people) => dispatch({ type: 'people', kind: 'listingAgents', people })}
          error={localize(errors.listing_agents)}
        />
      </div>
      <div data-field="contractors">
        <PersonPicker
          type="contractors"
          value={picked.contractors}
          onChange={(people) => dispatch({ type: 'people', kind: 'contractors', people })}
          error={localize(errors.contractors)}
        />
      </div>
    </div>
  );
}
