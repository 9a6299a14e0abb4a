import { RESERVED, SETTABLE } from './environment';
import { UNKNOWN_VARIABLE } from './notices';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { ALL2ALL_VARIABLE_GONE, All2AllBackend } from '../../knowledge/engines/vllm-experts';
import { Release, isAtLeast, parseRelease } from '../../knowledge/engines/vllm-releases';
import { EngineContainer } from '../engine-plan';

/** The tag of the published image, or of a copy in another registry, says its version. */
export function taggedRelease(image: string, field = 'image'): Release | undefined {
  const match = /(?:^|\/)vllm-openai(?:-rocm|-xpu)?:(v?\d+\.\d+(?:\.\d+)?)(?![\d.])/.exec(image);
  return match ? parseRelease(field, match[1]) : undefined;
}

/** Patches of one minor have the same flags and metrics. */
export function isSameMinor(one: Release, other: Release): boolean {
  return one.major === other.major && one.minor === other.minor;
}

/** Flags of another version would end the container at its start. */
export function checkImageVersion(field: string, image: string, release: Release): void {
  const tagged = taggedRelease(image, field);
  if (tagged && !isSameMinor(tagged, release)) {
    throw invalid(field, image, `holds vLLM ${tagged.text}, but flags and metrics are written for version ${release.text}`, `set version: '${tagged.text}', or change the image`);
  }
}

/** What a user lays over the engine's container. */
export function checkContainer(field: string, given: EngineContainer, release: Release, backend: All2AllBackend | undefined): Finding[] {
  if (given.image !== undefined) {
    checkImageVersion(`${field}.image`, given.image, release);
  }
  const variables = [
    ...given.variables.map(name => ({ name, path: `${field}.envVariables[${name}]` })),
    ...(given.secretVariables ?? []).map(name => ({ name, path: `${field}.secretEnv[${name}]` })),
  ];
  const reserved = variables.find(({ name }) => RESERVED.includes(name));
  if (reserved) {
    throw forbidden(reserved.path, `${reserved.name} decides how the processes of vLLM find each other, and is set by the pattern or by nobody`, 'leave it out');
  }
  const all2All = variables.find(({ name }) => name === 'VLLM_ALL2ALL_BACKEND');
  if (all2All && (backend || isAtLeast(release, ALL2ALL_VARIABLE_GONE))) {
    throw forbidden(all2All.path, backend ? `the engine is given all2AllBackend ${backend.name}` : `vLLM ${release.text} does not read it`, 'use all2AllBackend of the engine, and leave it out');
  }
  return variables.filter(({ name }) => name.startsWith('VLLM_') && !SETTABLE.includes(name)).map(({ name, path }) => ({
    ...noticed(UNKNOWN_VARIABLE),
    field: path,
    message: `vLLM reads every variable that begins with VLLM_; ${name} is not among those that this library knows, so its spelling is not checked`,
    help: 'compare it with vllm/envs.py of your version; give variables of your own another prefix',
  }));
}
