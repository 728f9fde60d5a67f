import {
  choice,
  defect,
  item,
  limitationComment,
  multiChoice,
  openQuestion,
  section,
} from './starter-types.ts';

const heating = section(
  'Heating',
  'We run the heating by its normal controls and look at what can be seen with the usual covers open. We do not take the heat exchanger apart or judge whether the equipment is large enough.',
  [
    item(
      'Equipment',
      choice('Heating type', 'Furnace', 'Boiler', 'Heat pump', 'Electric'),
      choice('Fuel', 'Natural gas', 'Propane', 'Oil', 'Electricity', 'Wood'),
      openQuestion('Brand'),
      openQuestion('Year made', 'number'),
      openQuestion('Capacity'),
      limitationComment(
        'Heat not run because of warm weather',
        'The weather was too warm to run the heat pump in heating mode without risk to it. Its heating side was not tested.',
      ),
      defect(
        'No service record; service advised',
        1,
        'HVAC contractor',
        [120, 250],
        'Utility room',
        'No record of service within the last year was found at the equipment. Regular service keeps it safe, saves fuel and finds small faults early. Have an HVAC contractor clean and check it now, and once a year from then on.',
      ),
    ),
    item('Controls', choice('Thermostat', 'Programmable', 'Smart', 'Manual')),
    item('Distribution', multiChoice('Distribution', 'Ducts', 'Radiators', 'Baseboard', 'In-floor', 'None')),
    item(
      'Venting and combustion air',
      defect(
        'Flue joint open or poor slope',
        3,
        'HVAC contractor',
        [200, 900],
        'Utility room',
        'A joint of the flue was open, or the pipe does not rise steadily toward the chimney. Exhaust with carbon monoxide can escape into the house. Have an HVAC contractor correct it before the equipment is used, and keep a CO alarm nearby.',
      ),
    ),
    item('Energy shut-off', openQuestion('Fuel shut-off location')),
  ],
);

const cooling = section(
  'Cooling',
  'We run the cooling by its normal controls when the weather allows it, and look at the outdoor and indoor units. We do not measure refrigerant.',
  [
    item(
      'Equipment',
      choice(
        'Cooling type',
        'Central split system',
        'Heat pump',
        'Ductless',
        'Evaporative',
        'Window units',
        'None',
      ),
      openQuestion('Brand'),
      openQuestion('Year made', 'number'),
      openQuestion('Temperature drop', 'temperature'),
      limitationComment(
        'Cooling not run because of cold weather',
        'The outdoor temperature was below 60 °F, and running the cooling could have damaged the compressor. It was looked at but not tested; have it run when the weather is warmer.',
      ),
      defect(
        'Low temperature drop',
        2,
        'HVAC contractor',
        [150, 1200],
        'Utility room',
        'The air leaving the unit was not cooled as much as usual; a drop of 14 to 22 °F is common. Low refrigerant, a dirty coil or weak air flow may be the cause, and the unit will run longer at higher cost. Have an HVAC contractor find the cause and service it.',
      ),
    ),
    item(
      'Condensate',
      defect(
        'Drain line blocked',
        2,
        'HVAC contractor',
        [100, 300],
        'Utility room',
        'Water stood in the condensate pan because the drain line was blocked. It can overflow and damage ceilings and floors, and it may shut the unit off. Have the line cleared and a float switch added where there is none.',
      ),
    ),
    item('Distribution'),
    item('Controls'),
  ],
);

const plumbing = section(
  'Plumbing',
  'We run water at each fixture, look at the pipes in view, and read the label of the water heater. We do not open walls, and we do not turn valves that are not in daily use.',
  [
    item(
      'Main shut-off',
      choice('Water source', 'Public', 'Well'),
      choice('Sewer', 'Public', 'Septic'),
      openQuestion('Main shut-off location'),
      openQuestion('Water pressure (psi)', 'number'),
      limitationComment(
        'Pipes hidden in walls and floors',
        'Most of the pipes run inside walls, floors and the ground and could not be seen. Only the parts in view and the flow at the fixtures were inspected.',
      ),
    ),
    item(
      'Supply piping',
      multiChoice('Supply material', 'Copper', 'PEX', 'CPVC', 'Galvanized steel', 'Polybutylene'),
      defect(
        'Material known for failures',
        2,
        'Plumber',
        [4000, 12000],
        'Throughout',
        'Some supply pipes are of a kind that has failed early in many houses, such as polybutylene or old galvanized steel. A leak inside a wall can do great damage, and some insurers refuse such pipes. Have a plumber assess them and quote a replacement, and ask your insurer.',
      ),
    ),
    item(
      'Drain, waste, vent',
      multiChoice('Drain material', 'PVC', 'ABS', 'Cast iron', 'Galvanized steel', 'Copper'),
      defect(
        'Leak under sink',
        2,
        'Plumber',
        [100, 400],
        'Kitchen',
        'Water dripped from the drain under the sink while it was in use. Even a slow leak rots the cabinet and the floor and feeds mold. Have a plumber repair the joint and dry the cabinet.',
      ),
    ),
    item(
      'Fixtures and faucets',
      defect(
        'Slow drain',
        1,
        'Plumber',
        [100, 300],
        'Primary bath',
        'Water drained slowly at this fixture. Hair or soap in the trap is the usual cause, but it can also be the first sign of a blockage further down. Clean the trap; if that does not help, have a plumber look at the line.',
      ),
    ),
    item(
      'Water heater',
      choice('Water heater fuel', 'Natural gas', 'Propane', 'Electricity', 'Oil', 'Heat pump', 'Solar'),
      openQuestion('Size (gallons)', 'number'),
      openQuestion('Year made', 'number'),
      defect(
        'Relief valve has no discharge pipe',
        3,
        'Plumber',
        [75, 250],
        'Utility room',
        'The temperature and pressure relief valve has no pipe that leads its water down. When it opens, scalding water and steam can hit anyone nearby. Have a plumber add a full-size pipe that ends within six inches of the floor, without thread or cap.',
      ),
      defect(
        'Older than its usual service life',
        1,
        'Plumber',
        [1200, 2500],
        'Utility room',
        'By its label the water heater is older than the 8 to 12 years such a heater usually lasts. It worked at the time, but a tank of that age can leak without warning. Plan for its replacement and keep a pan with a drain below it.',
      ),
    ),
    item('Fuel storage and piping'),
    item('Sump and ejector'),
  ],
);

const electrical = section(
  'Electrical',
  'We look at the service, open the panel where it is safe, test a number of outlets and all reachable GFCI devices. We do not test each outlet or trace wires inside walls.',
  [
    item('Service drop', choice('Service entrance', 'Overhead', 'Underground')),
    item(
      'Main panel and disconnect',
      choice('Service size', '60 A', '100 A', '125 A', '150 A', '200 A', '400 A'),
      openQuestion('Panel brand'),
      openQuestion('Panel location'),
      limitationComment(
        'Panel not opened',
        'The cover of the panel could not be removed safely, or stored goods stood in front of it. The wiring inside was not seen; have an electrician look at it.',
      ),
      defect(
        'Two wires under one screw',
        3,
        'Electrician',
        [100, 300],
        'Utility room',
        'Two wires were held by one screw that is made for a single wire. One of them can work loose, arc and start a fire, and one breaker then guards two circuits. Have an electrician give each wire its own terminal.',
      ),
      defect(
        'Open knock-outs',
        3,
        'Electrician',
        [50, 150],
        'Utility room',
        'Openings in the panel box were left uncovered. Fingers, tools or mice can touch live parts, and sparks can leave the box. Have an electrician close them with proper plugs.',
      ),
    ),
    item('Sub-panels'),
    item(
      'Branch wiring',
      multiChoice('Wiring type', 'Copper', 'Aluminum', 'Knob and tube', 'Conduit', 'Armored cable'),
    ),
    item(
      'Outlets and switches',
      defect(
        'Reversed polarity or no ground',
        2,
        'Electrician',
        [100, 400],
        'Multiple places',
        'Some outlets were wired with hot and neutral reversed, or had three holes but no ground. Appliances may carry voltage on parts that should be safe to touch. Have an electrician correct these outlets and check the others.',
      ),
    ),
    item(
      'GFCI and AFCI',
      defect(
        'No GFCI at wet place',
        3,
        'Electrician',
        [120, 400],
        'Kitchen',
        'Outlets near water had no working GFCI protection. A GFCI cuts the power within a fraction of a second when current takes the wrong way, and so prevents deadly shocks. Have an electrician add it in the kitchen, baths, garage, outdoors and at other wet places.',
      ),
    ),
    item(
      'Smoke and CO alarms',
      defect(
        'Alarm missing or over 10 years',
        3,
        'Handyman',
        [40, 250],
        'Hall',
        'A smoke or CO alarm was missing, or older than ten years by its date. Old sensors may not warn in time. Put new alarms in each bedroom, outside the bedrooms and on each floor, and test them on the day you move in.',
      ),
    ),
    item('Grounding and bonding'),
  ],
);

/** Sections 5 to 8 of the residential template: the systems of the house. */
export const systemSections = [heating, cooling, plumbing, electrical];
