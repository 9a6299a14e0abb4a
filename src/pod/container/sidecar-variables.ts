import * as kplus from 'cdk8s-plus-28';
import type { RenderedContainer } from './container';
import { EnvVariable } from './environment';

/** A container that runs beside the work and is no part of it. */
export function isSidecar({ spec }: RenderedContainer): boolean {
  return spec.restartPolicy === kplus.ContainerRestartPolicy.ALWAYS;
}

/**
 * The variables of a sidecar: those that say where the pod stands, and of those by which processes of the work find each other the ones that the sidecar
 * names. A program in a sidecar that uses the same framework would otherwise join the world, or wait for it.
 *
 * @param ofWork names that only the work reads.
 */
export function variablesOfSidecar(sidecar: RenderedContainer, env: readonly EnvVariable[], ofWork: readonly string[]): EnvVariable[] {
  const work = new Set(ofWork);
  const own = new Set([...Object.keys(sidecar.env.variables), ...Object.keys(sidecar.spec.secretEnv ?? {})]);
  const texts = textsOf(sidecar);
  const kept: EnvVariable[] = [];
  // From the last to the first, since a value may refer to an earlier variable.
  for (const variable of [...env].reverse()) {
    const isNamed = () => [...texts, ...kept.map(each => each.value ?? '')].some(text => names(text, variable.name));
    if (!work.has(variable.name) || (!own.has(variable.name) && isNamed())) {
      kept.unshift(variable);
    }
  }
  return kept;
}

/** Where a container may refer to a variable: the kubelet or a shell replaces it. */
function textsOf({ spec, env }: RenderedContainer): string[] {
  return [...spec.command ?? [], ...spec.args ?? [], ...Object.values(env.variables).map(({ value }) => String(value ?? ''))];
}

function names(text: string, variable: string): boolean {
  return new RegExp(`(^|[^A-Za-z0-9_])${variable}([^A-Za-z0-9_]|$)`).test(text);
}
