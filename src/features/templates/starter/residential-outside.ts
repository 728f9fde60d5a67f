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
  'Who attended, the condition of the property on arrival, and which utilities were on. These facts determine how far the rest of the inspection could go.',
  [
    item('Attendance', multiChoice('In attendance', 'Client', "Client's agent", 'Listing agent', 'None')),
    item(
      'Occupancy',
      choice('Occupancy', 'Occupied', 'Vacant', 'Furnished'),
      limitationComment(
        'Occupied: view limited by belongings',
        'The home was furnished and occupied at the time of the inspection. Furniture, rugs, and stored items were not moved, so walls, floors, and outlets behind them were not visible.',
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
        'Utilities off at the time of inspection',
        'One or more utilities were off, so the equipment that depends on them could not be operated. Have the utilities turned on and the equipment inspected before your inspection contingency period ends.',
      ),
    ),
  ],
);

const roof = section(
  'Roof',
  'We inspect the roof covering, flashings, penetrations, gutters, and chimney exteriors from wherever they can be reached safely. We do not estimate the remaining life of a roof.',
  [
    item(
      'Coverings',
      multiChoice('Method', 'Walked', 'Ladder at the eaves', 'Ground with binoculars', 'Drone'),
      multiChoice('Roof style', 'Gable', 'Hip', 'Flat', 'Mixed'),
      multiChoice('Covering', 'Asphalt', 'Metal', 'Tile', 'Slate', 'Membrane', 'Wood'),
      openQuestion('Layers', 'number'),
      limitationComment(
        'Roof not walked',
        'The roof was not walked because of its height, slope, covering, or the weather. It was viewed from a ladder, from the ground, or by camera, and minor defects may not be visible from there.',
      ),
      defect(
        'Shingles damaged or missing',
        2,
        'Roofer',
        [250, 1200],
        'Roof slope front',
        'Shingles were cracked, torn, or missing. Water can enter at these locations and damage the roof deck and the ceilings below. Recommend that a qualified roofer replace the affected shingles and check the surrounding area.',
      ),
      defect(
        'Covering near the end of its service life',
        1,
        'Roofer',
        [8000, 18000],
        'Throughout',
        'The roof covering shows general wear, such as granule loss, curled edges, or brittle shingles. It may still shed water, but leaks are increasingly likely and repairs are less cost-effective. Budget for replacement and get an estimate from a qualified roofer.',
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
        'Flashing was loose, lifted, or unsealed at the edge. Most roof leaks start at flashings, and the resulting damage can stay hidden for a long time. Recommend that a qualified roofer refasten and seal the flashing.',
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
        'The rubber boot around a plumbing vent pipe was cracked. Rainwater can run down the pipe into the attic and the rooms below. Recommend that a qualified roofer replace the boot.',
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
        'A downspout discharges right next to the foundation. Saturated soil puts pressure on the foundation wall, and water can enter the basement or crawlspace. Add an extension or a drain that carries the water at least six feet from the foundation.',
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
        'The chimney crown was cracked. Water that enters the cracks freezes, widens them, and deteriorates the masonry below. Recommend that a qualified mason seal or rebuild the crown.',
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
  'We inspect the siding, trim, doors, windows, decks, stairs, walkways, and grading from the ground, without moving plants or stored items.',
  [
    item(
      'Siding and trim',
      multiChoice('Siding material', 'Vinyl', 'Wood', 'Fiber cement', 'Brick', 'Stone', 'Stucco', 'Metal'),
      limitationComment(
        'View limited by vegetation or stored items',
        'Vegetation or stored items against the house concealed parts of the exterior walls. Those areas were not inspected.',
      ),
      defect(
        'Rot at trim',
        2,
        'Siding contractor',
        [200, 1500],
        'Multiple places',
        'Trim boards were soft or rotted. Rot spreads and lets water and insects into the wall behind it. Recommend that a qualified siding contractor replace the damaged wood and check for damage beneath it. Keep the new wood painted.',
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
        'No bolts or structural screws were visible where the deck is attached to the house; nails alone cannot support this load. A deck can pull away and collapse without warning, especially when crowded. Have a qualified deck contractor fasten and flash the ledger board before the deck is used for gatherings.',
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
        'A handrail or balusters were missing, loose, or spaced too far apart. This is a fall hazard, and a small child can slip through an opening wider than four inches. Recommend completing and securing the railing.',
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
        'The ground slopes toward the house instead of away from it. Rain and snowmelt collect at the foundation and can cause leaks and settlement. Recommend regrading so that the soil drops about six inches over the first ten feet.',
      ),
    ),
    item('Retaining walls'),
  ],
);

const structure = section(
  'Foundation and structure',
  'We inspect the visible parts of the foundation and of the floor, wall, and roof structure, and report how the crawlspace and basement were accessed. We do not perform structural calculations, which require an engineer.',
  [
    item(
      'Foundation',
      multiChoice('Foundation type', 'Basement', 'Slab', 'Crawlspace'),
      multiChoice('Foundation material', 'Poured concrete', 'Concrete block', 'Stone', 'Brick', 'Wood'),
      limitationComment(
        'Foundation walls covered',
        'Finished walls, insulation, or stored items covered the interior side of the foundation. Only the exposed areas were inspected.',
      ),
      defect(
        'Stair-step crack to be watched',
        1,
        'Structural engineer',
        [300, 800],
        'Basement',
        'A stair-step crack follows the mortar joints. Cracks like this one often result from past settlement, and no evidence of recent movement was observed. Mark and date the ends of the crack and measure it twice a year; consult a structural engineer if it grows.',
      ),
      defect(
        'Horizontal crack with movement',
        3,
        'Structural engineer',
        [3000, 15000],
        'Basement',
        'A horizontal crack runs along the wall, and the wall leans inward at the crack. This indicates pressure from the soil outside and can lead to failure of the wall. Have a structural engineer evaluate the wall before closing.',
      ),
    ),
    item('Basement'),
    item(
      'Crawlspace',
      choice('Crawlspace access', 'Entered', 'Viewed from the hatch', 'No access', 'None'),
      limitationComment(
        'Crawlspace not entered',
        'The crawlspace could not be entered because it was too low, wet, or blocked, or had no access hatch. Areas not visible from outside the crawlspace were not inspected. Have the crawlspace inspected once it is accessible.',
      ),
      defect(
        'Vapor barrier missing or torn',
        2,
        'Insulation contractor',
        [500, 3000],
        'Crawlspace',
        'The vapor barrier over the soil was missing or torn. Moisture rising from bare soil can cause mold, rot, and corrosion of metal components. Recommend installing a continuous vapor barrier with lapped and sealed seams.',
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
        'Efflorescence, a white powdery salt deposit left by water passing through masonry, was observed on the wall. The wall was dry when measured, but the deposit shows past moisture intrusion that may recur. Correct the gutters and grading first; if the deposit returns, consult a foundation contractor.',
      ),
    ),
  ],
);

/** Sections 1 to 4 of the residential template: inspection details, roof, exterior and structure. */
export const outsideSections = [details, roof, exterior, structure];
