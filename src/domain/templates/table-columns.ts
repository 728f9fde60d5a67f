/** The columns of templates in tables, and the headers by which they are recognized. */
import { foldText } from '../base/names.ts';

/** What a column can hold; an empty text leaves the column out. */
export const tableFields = [
  'section',
  'item',
  'kind',
  'comment',
  'text',
  'answer_type',
  'options',
  'category',
  'location',
  'recommendation',
  'tags',
  'min_cost',
  'max_cost',
  'default',
  'required',
  'default_value',
] as const;
export type TableField = (typeof tableFields)[number];

/** Header → field. */
export type TableMapping = Readonly<Record<string, string>>;

/** The headers of our own files, in the order of their columns. */
export const tableHeaders: Record<Exclude<TableField, 'default_value'>, string> = {
  section: 'Section',
  item: 'Item',
  kind: 'Kind',
  comment: 'Comment',
  text: 'Text',
  answer_type: 'Answer type',
  options: 'Options',
  category: 'Category',
  location: 'Location',
  recommendation: 'Recommendation',
  tags: 'Tags',
  min_cost: 'Min cost',
  max_cost: 'Max cost',
  default: 'Default',
  required: 'Required',
};

/** Headers in English, German and French and those of Spectora, without spaces, accents and parentheses. */
const headers: Record<TableField, string> = {
  section: 'section|sectionname|sections|system|systems|area|abschnitt|bereich|kapitel|rubrique|chapitre',
  item: 'item|itemname|items|subsection|component|components|element|punkt|bauteil|position|poste|point|points|sousrubrique',
  kind: 'kind|commenttype|type|commentkind|art|kommentartyp|kommentarart|genre|typedecommentaire',
  comment:
    'comment|commentname|comments|finding|findings|issue|name|title|kommentar|bemerkung|titel|commentaire|remarque|titre|nom',
  text: 'text|commenttext|defaulttext|narrative|wording|statement|description|beschreibung|standardtext|texte|textepardefaut',
  answer_type: 'answertype|answer|antworttyp|antwortart|typedereponse|reponse',
  options:
    'options|multiplechoiceoptions|choices|answerchoices|optionen|auswahl|antwortmoglichkeiten|choix|reponsespossibles',
  category: 'category|severity|priority|kategorie|schweregrad|prioritat|categorie|gravite|priorite',
  location: 'location|defaultlocation|ort|standort|lage|emplacement|lieu',
  recommendation:
    'recommendation|recommendations|recommendedcontractor|contractor|trade|empfehlung|fachbetrieb|recommandation',
  tags: 'tags|tag|labels|schlagworte|stichworte|etiquettes|motscles',
  min_cost:
    'mincost|minimumcost|costmin|lowcost|lowestimate|kostenmin|mindestkosten|coutmin|coutminimum|coutminimal',
  max_cost:
    'maxcost|maximumcost|costmax|highcost|highestimate|kostenmax|hochstkosten|coutmax|coutmaximum|coutmaximal',
  default: 'default|isdefault|included|standard|vorgabe|pardefaut|inclus',
  required: 'required|isrequired|mandatory|pflicht|pflichtfeld|erforderlich|obligatoire|requis',
  default_value: 'defaultvalue|standardwert|vorgabewert|valeurpardefaut',
};

const names = new Map(tableFields.flatMap((field) => headers[field].split('|').map((name) => [name, field])));

/** Guesses the field of each header, each field once. `Comment Type (info, limit, defect)` is `Comment Type`. */
export function guessTableMapping(columns: readonly string[]): Record<string, string> {
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const header of columns) {
    const name = foldText(header.replace(/\([^()]*\)/g, '')).replace(/[^\p{L}\p{N}]/gu, '');
    const field = names.get(name);
    mapping[header] = field !== undefined && !taken.has(field) ? field : '';
    if (mapping[header]) taken.add(mapping[header]);
  }
  return mapping;
}

/** Returns what is wrong with a mapping, or null. */
export function tableMappingProblem(mapping: TableMapping): string | null {
  const chosen = Object.values(mapping).filter((field) => field !== '');
  if (chosen.some((field) => !(tableFields as readonly string[]).includes(field))) return 'Unknown field';
  if (new Set(chosen).size < chosen.length) return 'Two columns have the same field';
  const missing = (['section', 'item', 'comment'] as const).find((field) => !chosen.includes(field));
  return missing ? columnMissing[missing] : null;
}

const columnMissing = {
  section: 'Choose the column with the section',
  item: 'Choose the column with the item',
  comment: 'Choose the column with the comment',
};
