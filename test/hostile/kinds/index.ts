import { bytes } from './bytes';
import { configurations } from './configurations';
import { constructs } from './constructs';
import { definitions } from './definitions';
import { explain } from './explain';
import { kubeconfigs } from './kubeconfigs';
import { optionValues } from './options';
import { scales } from './scales';
import { server } from './server';
import { yaml } from './yaml';
import { Kind } from '../trial';

export const KINDS = { yaml, bytes, definitions, configurations, kubeconfigs, server, options: optionValues, constructs, scales, explain } as const;

export type KindName = keyof typeof KINDS;

export function kindOf(name: KindName): Kind {
  return KINDS[name] as unknown as Kind;
}
