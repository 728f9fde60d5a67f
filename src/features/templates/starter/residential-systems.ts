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
  'We operate the heating system with its normal controls and inspect the components visible with the access covers removed. We do not take the heat exchanger apart or evaluate whether the equipment is properly sized.',
  [
    item(
      'Equipment',
      choice('Heating type', 'Furnace', 'Boiler', 'Heat pump', 'Electric'),
      choice('Fuel', 'Natural gas', 'Propane', 'Oil', 'Electricity', 'Wood'),
      openQuestion('Brand'),
      openQuestion('Year made', 'number'),
      openQuestion('Capacity'),
      limitationComment(
        'Heating not tested because of warm weather',
        'The weather was too warm to operate the heat pump in heating mode without risking damage. Heating mode was not tested.',
      ),
      defect(
        'No service record; service advised',
        1,
        'HVAC contractor',
        [120, 250],
        'Utility room',
        'No record of service within the past year was found at the equipment. Regular service keeps the equipment safe, saves fuel, and catches small problems early. Have an HVAC contractor clean and service the equipment now and annually thereafter.',
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
        'A flue pipe joint was open, or the pipe does not slope upward continuously to the chimney. Exhaust gases containing carbon monoxide can escape into the home. Have an HVAC contractor repair the flue before the equipment is used, and keep a CO alarm nearby.',
      ),
    ),
    item('Energy shut-off', openQuestion('Fuel shut-off location')),
  ],
);

const cooling = section(
  'Cooling',
  'We operate the cooling system with its normal controls, weather permitting, and inspect the indoor and outdoor units. We do not check refrigerant levels.',
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
        'Cooling not tested because of cold weather',
        'The outdoor temperature was below 60 °F, and operating the cooling system could have damaged the compressor. The system was inspected visually but not tested. Have it tested in warmer weather.',
      ),
      defect(
        'Low temperature drop',
        2,
        'HVAC contractor',
        [150, 1200],
        'Utility room',
        'The temperature drop across the cooling coil was lower than normal; 14 to 22 °F is typical. Possible causes include low refrigerant, a dirty coil, or restricted airflow, all of which make the system run longer and cost more. Have an HVAC contractor diagnose and service the system.',
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
        'The condensate drain line was blocked, and the pan was holding water. An overflow can damage ceilings and floors or shut the unit down. Recommend clearing the line and adding a float switch if none is installed.',
      ),
    ),
    item('Distribution'),
    item('Controls'),
  ],
);

const plumbing = section(
  'Plumbing',
  'We run water at every fixture, inspect the visible piping, and record the water heater label data. We do not open walls or operate valves that are not in regular use.',
  [
    item(
      'Main shut-off',
      choice('Water source', 'Public', 'Well'),
      choice('Sewer', 'Public', 'Septic'),
      openQuestion('Main shut-off location'),
      openQuestion('Water pressure (psi)', 'number'),
      limitationComment(
        'Pipes hidden in walls and floors',
        'Most of the piping runs inside walls and floors or underground and was not visible. Only the exposed piping and the flow at the fixtures were inspected.',
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
        'Some of the supply piping is a material with a history of premature failure, such as polybutylene or old galvanized steel. A leak inside a wall can cause extensive damage, and some insurers will not cover homes with this piping. Have a plumber evaluate the piping and quote a replacement, and check with your insurer.',
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
        'The drain under the sink leaked when water was run. Even a slow leak can rot the cabinet and floor and promote mold. Have a plumber repair the joint, and dry out the cabinet.',
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
        'Water drained slowly at this fixture. Hair or soap in the trap is the usual cause, but a slow drain can also be an early sign of a blockage further down the line. Clean the trap; if that does not help, have a plumber check the line.',
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
        'The temperature and pressure relief (TPR) valve has no discharge pipe. When the valve opens, scalding water and steam can injure anyone nearby. Have a plumber install a full-size discharge pipe that ends within six inches of the floor, with no threads or cap at the end.',
      ),
      defect(
        'Older than its usual service life',
        1,
        'Plumber',
        [1200, 2500],
        'Utility room',
        'According to its label, the water heater is older than its typical service life of 8 to 12 years. It was working at the time of the inspection, but a tank of this age can leak without warning. Budget for replacement and keep a drain pan under the tank.',
      ),
    ),
    item('Fuel storage and piping'),
    item('Sump and ejector'),
  ],
);

const electrical = section(
  'Electrical',
  'We inspect the electrical service, open the panel where it is safe to do so, and test a representative number of outlets and all accessible GFCI devices. We do not test every outlet or trace wiring inside walls.',
  [
    item('Service drop', choice('Service entrance', 'Overhead', 'Underground')),
    item(
      'Main panel and disconnect',
      choice('Service size', '60 A', '100 A', '125 A', '150 A', '200 A', '400 A'),
      openQuestion('Panel brand'),
      openQuestion('Panel location'),
      limitationComment(
        'Panel not opened',
        'The panel cover could not be removed safely, or stored items blocked access. The wiring inside the panel was not inspected; have an electrician inspect it.',
      ),
      defect(
        'Two wires under one screw',
        3,
        'Electrician',
        [100, 300],
        'Utility room',
        'Two wires were connected under a terminal screw designed for one (double tap). A wire can work loose, arc, and start a fire, and one breaker is protecting two circuits. Have an electrician connect each wire to its own terminal.',
      ),
      defect(
        'Open knock-outs',
        3,
        'Electrician',
        [50, 150],
        'Utility room',
        'Open knockouts were observed in the panel enclosure. Fingers, tools, or rodents can contact live parts, and sparks can escape the enclosure. Have an electrician close the openings with listed knockout seals.',
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
        'Some outlets were wired with hot and neutral reversed, or were three-prong outlets with no ground. Appliances plugged into them can carry voltage on parts that should be safe to touch. Have an electrician correct these outlets and check the rest.',
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
        'Outlets near water had no working GFCI protection. A GFCI prevents fatal shocks by cutting the power within a fraction of a second when current leaks to ground. Have an electrician add GFCI protection in the kitchen, bathrooms, garage, outdoors, and other wet locations.',
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
        'A smoke or CO alarm was missing or was more than ten years old by its date label. Old sensors may not respond in time. Install new alarms in each bedroom, outside the sleeping areas, and on every level, and test them the day you move in.',
      ),
    ),
    item('Grounding and bonding'),
  ],
);

/** Sections 5 to 8 of the residential template: heating, cooling, plumbing and electrical. */
export const systemSections = [heating, cooling, plumbing, electrical];
