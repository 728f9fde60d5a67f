import {
  choice,
  defect,
  item,
  limitationComment,
  multiChoice,
  openQuestion,
  section,
} from './starter-types.ts';

const details = section(
  'Inspection details',
  'Who was there, how the house stood, and what could be switched on. These facts say how far the rest of the report can go.',
  [
    item('Attendance', multiChoice('In attendance', 'Client', "Client's agent", 'Listing agent', 'None')),
    item(
      'Occupancy',
      choice('Occupancy', 'Occupied', 'Vacant', 'Furnished'),
      limitationComment(
        'Occupied: view limited by belongings',
        'The house was furnished and in use at the time of the inspection. Furniture, rugs and stored goods were not moved, so walls, floors and outlets behind them could not be seen.',
      ),
    ),
    item(
      'Weather and temperature',
      choice('Weather', 'Dry', 'Rain', 'Snow'),
      openQuestion('Outdoor temperature', 'temperature'),
    ),
    item('Style and age', openQuestion('Style of house'), openQuestion('Year built', 'number')),
    item(
      'Utilities',
      choice('Utilities', 'On', 'Partly on', 'Off'),
      limitationComment(
        'Utility off at the time',
        'One or more utilities were off, and the equipment that depends on them could not be run. Have them turned on and the equipment checked before the inspection period ends.',
      ),
    ),
  ],
);

const roof = section(
  'Roof',
  'We look at the covering, flashings, penetrations, gutters and the outside of chimneys from where they can be reached safely. We do not predict how many years a roof has left.',
  [
    item(
      'Coverings',
      multiChoice('Method', 'Walked', 'Ladder at the eaves', 'Ground with binoculars', 'Drone'),
      multiChoice('Roof style', 'Gable', 'Hip', 'Flat', 'Mixed'),
      multiChoice('Covering', 'Asphalt', 'Metal', 'Tile', 'Slate', 'Membrane', 'Wood'),
      openQuestion('Layers', 'number'),
      limitationComment(
        'Roof not walked',
        'The roof was not walked because of its height, slope, covering or the weather. It was viewed from a ladder, the ground or by camera, and small faults may not be visible from there.',
      ),
      defect(
        'Shingles damaged or missing',
        2,
        'Roofer',
        [250, 1200],
        'Roof slope front',
        'Shingles were cracked, torn or missing. Water can reach the layer below at these places and damage the deck and the ceilings under it. Have a roofer replace the affected shingles and look at the area around them.',
      ),
      defect(
        'Covering near the end of its service life',
        1,
        'Roofer',
        [8000, 18000],
        'Throughout',
        'The covering shows general wear, such as lost granules, curling edges or brittle shingles. It may still shed water today, but leaks become likely and repairs less worthwhile. Plan for its replacement and ask a roofer for an estimate.',
      ),
    ),
    item(
      'Flashings',
      defect(
        'Flashing loose or not sealed',
        2,
        'Roofer',
        [200, 800],
        'Multiple places',
        'Flashing was loose, lifted or open at its edge. This is where most roof leaks begin, and the damage behind it often stays hidden for a long time. Have a roofer refasten and seal it.',
      ),
    ),
    item(
      'Penetrations and skylights',
      defect(
        'Cracked pipe boot',
        2,
        'Roofer',
        [150, 400],
        'Roof slope rear',
        'The rubber collar around a plumbing vent was cracked. Rain can run down the pipe into the attic and the rooms below. Have a roofer replace the boot.',
      ),
    ),
    item(
      'Gutters and downspouts',
      defect(
        'Downspout empties beside the foundation',
        2,
        'Gutter contractor',
        [50, 250],
        'Rear',
        'A downspout lets roof water out right beside the foundation. Wet soil there presses on the wall, and water may find its way into the basement or crawlspace. Add an extension or drain that carries it at least six feet away.',
      ),
    ),
    item(
      'Chimney exterior',
      defect(
        'Crown cracked',
        2,
        'Mason',
        [300, 1500],
        'Roof slope rear',
        'The crown on top of the chimney was cracked. Water that enters the cracks freezes, widens them and breaks up the masonry below. Have a mason seal or rebuild the crown.',
      ),
    ),
    item(
      'Ventilation',
      multiChoice('Roof ventilation', 'Ridge', 'Soffit', 'Gable', 'Turbine', 'Powered fan', 'None seen'),
    ),
  ],
);

const exterior = section(
  'Exterior',
  'We look at siding, trim, doors, windows, decks, stairs, walks and the ground around the house, from the ground and without moving plants or belongings.',
  [
    item(
      'Siding and trim',
      multiChoice('Siding material', 'Vinyl', 'Wood', 'Fiber cement', 'Brick', 'Stone', 'Stucco', 'Metal'),
      limitationComment(
        'View limited by plants or stored goods',
        'Plants or stored goods stood against the house and hid part of the outside walls. Those parts were not inspected.',
      ),
      defect(
        'Rot at trim',
        2,
        'Siding contractor',
        [200, 1500],
        'Multiple places',
        'Trim boards were soft or rotted. Rot spreads, and it lets water and insects into the wall behind. Have a siding contractor replace the damaged wood, look for damage beneath it, and keep the new wood painted.',
      ),
    ),
    item('Eaves, soffits, fascia'),
    item('Exterior doors'),
    item('Windows outside'),
    item(
      'Decks, balconies, porches',
      multiChoice('Deck material', 'Treated wood', 'Cedar', 'Composite', 'Concrete', 'None'),
      defect(
        'No proper ledger fastening seen',
        3,
        'Deck contractor',
        [300, 1500],
        'Deck',
        'No bolts or structural screws were seen where the deck is attached to the house; nails alone do not hold such a load. A deck can pull away and collapse without warning, above all when many people stand on it. Have a deck contractor fasten and flash the ledger before the deck is used for a gathering.',
      ),
    ),
    item(
      'Stairs and railings',
      defect(
        'Hand rail or balusters missing',
        3,
        'Handyman',
        [150, 900],
        'Porch',
        'A hand rail or balusters were missing, loose or too far apart. People can fall, and a small child can slip through an opening wider than four inches. Have the rail completed and fastened.',
      ),
    ),
    item(
      'Walks and driveway',
      multiChoice('Driveway material', 'Concrete', 'Asphalt', 'Gravel', 'Pavers', 'None'),
    ),
    item(
      'Grading, drainage, vegetation',
      defect(
        'Ground slopes toward the house',
        2,
        'Grading and landscaping contractor',
        [500, 3000],
        'Left',
        'The ground falls toward the house instead of away from it. Rain and snow melt collect at the foundation and can lead to leaks and settlement. Have the soil raised so that it falls about six inches over the first ten feet.',
      ),
    ),
    item('Retaining walls'),
  ],
);

const structure = section(
  'Foundation and structure',
  'We look at the parts of foundation, floor, wall and roof structure that are open to view, and say how crawlspace and basement were entered. We do not calculate strength; that is the work of an engineer.',
  [
    item(
      'Foundation',
      multiChoice('Foundation type', 'Basement', 'Slab', 'Crawlspace'),
      multiChoice('Foundation material', 'Poured concrete', 'Concrete block', 'Stone', 'Brick', 'Wood'),
      limitationComment(
        'Foundation walls covered',
        'Finished walls, insulation or stored goods covered the foundation from inside. Only the parts left open could be seen.',
      ),
      defect(
        'Stair-step crack to be watched',
        1,
        'Structural engineer',
        [300, 800],
        'Basement',
        'A crack follows the mortar joints in the shape of stairs. Cracks like this one often come from old settlement, and no sign of recent movement was seen. Mark its ends with the date and measure it twice a year; call a structural engineer if it grows.',
      ),
      defect(
        'Horizontal crack with movement',
        3,
        'Structural engineer',
        [3000, 15000],
        'Basement',
        'A horizontal crack runs along the wall, and the wall leans inward there. This points to pressure from the soil outside and can end in the failure of the wall. Have a structural engineer assess it before the purchase is completed.',
      ),
    ),
    item('Basement'),
    item(
      'Crawlspace',
      choice('Crawlspace access', 'Entered', 'Viewed from the hatch', 'No access', 'None'),
      limitationComment(
        'Crawlspace not entered',
        'The crawlspace could not be entered because it was too low, wet, blocked or had no hatch. Its far parts were not seen; have it inspected once it can be reached.',
      ),
      defect(
        'Vapor barrier missing or torn',
        2,
        'Insulation contractor',
        [500, 3000],
        'Crawlspace',
        'The sheet that covers the soil was missing or torn. Moisture rises from bare ground and leads to mold, rot and rusting metal above it. Have a continuous barrier laid, with its seams lapped and sealed.',
      ),
    ),
    item('Slab'),
    item('Floor structure'),
    item('Wall structure'),
    item('Columns and beams'),
    item(
      'Signs of water',
      defect(
        'Efflorescence on the wall',
        2,
        'Foundation contractor',
        [300, 5000],
        'Basement',
        'White, powdery salts lie on the wall, left behind by water that passed through it. The wall was dry when measured, but water has been there and may return. First correct gutters and grading; if it comes back, have a foundation contractor look at it.',
      ),
    ),
  ],
);

/** Sections 1 to 4 of the residential template: the visit, and the house from outside and below. */
export const outsideSections = [details, roof, exterior, structure];
