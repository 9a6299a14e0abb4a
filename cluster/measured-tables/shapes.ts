import { Tables } from './tables';

/**
 * Fields of every type that an object can hold, one text a type: `image:string resources:core.v1.ResourceRequirements …`, as the table of types writes
 * them. `!` and `=A|B` stay where the server insists, since a document marks more than is demanded.
 */
export function packedShapes({ types, served, demands }: Pick<Tables, 'types' | 'served' | 'demands'>): Record<string, string> {
  const wanted = new Set<string>();
  const visit = (type: string): void => {
    if (types[type] === undefined || wanted.has(type)) {
      return;
    }
    wanted.add(type);
    Object.values(types[type]).forEach(text => visit(typeIn(text)));
  };
  Object.values(served.all).forEach(row => visit(row.split(' ')[2] ?? ''));
  return Object.fromEntries([...wanted].sort().map(type => [type, packed(type, types[type], demands.all)]));
}

function packed(type: string, fields: Readonly<Record<string, string>>, demands: Readonly<Record<string, string>>): string {
  return Object.entries(fields).map(([field, text]) => {
    const [, of, required, values = '', since = ''] = FIELD.exec(text)!;
    const isDemanded = required !== '' && demands[`${type}.${field}`] === 'r';
    return `${field}:${of}${isDemanded ? '!' : ''}${demands[`${type}.${field}=`] === 'r' ? values : ''}${since}`;
  }).join(' ');
}

/** Type, whether it is required, closed values, first minor and the one after the last. */
const FIELD = /^([^!=@]*)(!?)(=[^@]*)?(@\d(?:-\d)?)?$/;

function typeIn(text: string): string {
  return FIELD.exec(text)![1].replace(/^(\[\]|\{\})/, '');
}
