import { Expression, call } from './expression';
import { textsOf } from './pod';
import { NotAdopted } from './proposal';
import { OWN_LABEL_PREFIX } from '../../base/labels';
import { asObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { PlacedContainer } from '../../lint/facts/pod-set';

/** Devices of a container as the library calls them. */
export function acceleratorOf(placed: PlacedContainer): { readonly expression: Expression; readonly count: number } | undefined {
  const [use, ...others] = acceleratorUses(placed);
  if (use === undefined) {
    return undefined;
  }
  if (others.length > 0 || use.count === undefined || use.count < 1) {
    throw new NotAdopted(`container ${placed.name} asks for ${others.length > 0 ? 'two kinds of devices' : `${use.resource} without a number`}, and an accelerator is one kind with a number`);
  }
  const factory = { 'nvidia.com/gpu': 'nvidia', 'amd.com/gpu': 'amd', 'habana.ai/gaudi': 'gaudi', 'aws.amazon.com/neuron': 'neuron' }[use.resource];
  return { expression: factory ? call(`Accelerator.${factory}`, use.count) : call('Accelerator.resource', use.resource, use.count), count: use.count };
}

/** Labels and annotations of the carrier, which its patches may lose again. */
export function metadataOf(object: Manifest): { [key: string]: Expression } {
  const labels = textsOf(object.labels, key => !key.startsWith(OWN_LABEL_PREFIX));
  const annotations = textsOf(asObject(object.body.metadata).annotations);
  const metadata = {
    ...(object.namespace === '' ? {} : { namespace: object.namespace }),
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
  };
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}
