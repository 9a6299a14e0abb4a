import * as kplus from 'cdk8s-plus-28';
import { ContainerSpec, createContainer } from './container';
import { renderProbe } from './probe';
import { PlainObject } from '../../base/plain';
import { GivenProbe } from '../lifecycle/model-load';

/** Kubernetes' own probe defaults. Source: pkg/apis/core/v1/defaults.go (v1.36) */
const DEFAULTS = { periodSeconds: 10, failureThreshold: 3 };

/** The figures of a startup probe as the user gave it, with Kubernetes' defaults for what was left out. */
export function givenProbe(field: string, container: ContainerSpec, probe: kplus.Probe | undefined): GivenProbe | undefined {
  return probe && probeFigures(renderProbe(field, 'startup', probe, createContainer(field, container)));
}

/** The same of a probe as it stands in a manifest. */
export function probeFigures(probe: PlainObject): GivenProbe {
  const { periodSeconds, failureThreshold, initialDelaySeconds } = probe as Partial<GivenProbe>;
  return { ...DEFAULTS, ...(periodSeconds ? { periodSeconds } : {}), ...(failureThreshold ? { failureThreshold } : {}), initialDelaySeconds };
}
