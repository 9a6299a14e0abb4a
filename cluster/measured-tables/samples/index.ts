import { CONTAINERS } from './containers';
import { METADATA } from './metadata';
import { PODS } from './pods';
import { REST } from './rest';
import { VOLUMES } from './volumes';
import { WORKLOADS } from './workloads';
import { Samples } from '../example';

const PARTS: readonly Samples[] = [METADATA, CONTAINERS, PODS, VOLUMES, WORKLOADS, REST];

/** What servers demand of fields beyond their types, for all kinds. */
export const SAMPLES: Samples = {
  fields: Object.assign({}, ...PARTS.map(part => part.fields)),
  siblings: Object.assign({}, ...PARTS.map(part => part.siblings)),
};
