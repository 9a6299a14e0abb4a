import { podSets } from './carried-pods';
import { absenceOf, vllmSeries } from './engine-metrics';
import { Facts } from './facts';
import { FindingClass } from '../../base/findings/finding';
import { asText } from '../../base/reading';
import { mistypedName, slipOf } from '../../base/text/nearest-name';
import { NEVER_EXPORTED } from '../../knowledge/engines/vllm-metrics';
import { meantByName } from '../../knowledge/engines/vllm-names';
import { knownSeries } from '../../knowledge/series/catalogue';
import { DCGM_SERIES } from '../../knowledge/series/dcgm';
import { mayBeDcgmField } from '../../knowledge/series/dcgm-fields';
import { KUBE_STATE_METRICS, KUBE_STATE_PREFIXES, KUBE_STATE_V1 } from '../../knowledge/series/kube-state-metrics';
import { GPU_BY_MEANING, OTHER_GPU_SERIES } from '../../knowledge/series/other-names';

/** What is wrong with the name of a series. */
export interface AbsentSeries {
  readonly detail: string;
  readonly help: string;
  readonly class: FindingClass;
}

/** What is known against a name; undefined where nothing is, and of names that nobody known here exports. */
export function absentSeries(name: string, facts: Facts): AbsentSeries | undefined {
  return ofEngine(name) ?? ofKubeState(name) ?? ofGpus(name, facts);
}

function ofEngine(name: string): AbsentSeries | undefined {
  if (Object.hasOwn(NEVER_EXPORTED, name)) {
    return { detail: 'no version of vLLM exports it', help: `use ${NEVER_EXPORTED[name]}, unless a rule or a collector makes this name`, class: 'risky' };
  }
  const [series] = vllmSeries(name);
  if (series !== undefined) {
    const gone = absenceOf(series.row, undefined);
    return gone === undefined && !series.isWithoutTotal ? undefined : {
      detail: gone ?? 'counters have the suffix _total in Prometheus', help: `use ${gone === undefined ? series.row.name : series.row.replacedBy ?? 'another series'}`, class: 'risky',
    };
  }
  return withoutColon(name);
}

/** A collector may write the colon as an underscore, so that the name is only likely to be wrong. */
function withoutColon(name: string): AbsentSeries | undefined {
  const found = meantByName(name);
  return found && {
    detail: found.isSame ? 'vLLM writes a colon behind its name' : 'no version of vLLM exports it', help: `use ${found.meant}, unless a rule or a collector makes this name`, class: 'risky',
  };
}

function ofKubeState(name: string): AbsentSeries | undefined {
  if (Object.hasOwn(KUBE_STATE_V1, name)) {
    return { detail: 'it went with kube-state-metrics 2', help: `use ${KUBE_STATE_V1[name]}`, class: 'risky' };
  }
  if (knownSeries(name) !== undefined || !KUBE_STATE_PREFIXES.some(prefix => name.startsWith(prefix))) {
    return undefined;
  }
  const near = mistypedName(name, KUBE_STATE_METRICS.map(row => row.name));
  return near === undefined ? undefined : { detail: 'kube-state-metrics has no series of this name', help: `use ${near}`, class: 'risky' };
}

function ofGpus(name: string, facts: Facts): AbsentSeries | undefined {
  if (name.startsWith('DCGM_FI_')) {
    const row = DCGM_SERIES.find(each => each.name === name);
    const isField = row === undefined ? mayBeDcgmField(name) : row.condition?.startsWith('a row') === true;
    const near = row === undefined && !isField ? slipOf(name, DCGM_SERIES.map(each => each.name)) : undefined;
    return near !== undefined ? { detail: 'the DCGM exporter has no series of this name', help: `use ${near}`, class: 'risky' }
      : isField ? { detail: 'the DCGM exporter leaves it out unless its file of counters names it', help: 'add a row for it to the file of counters (DCGM_EXPORTER_COLLECTORS)', class: 'advice' } : undefined;
  }
  if (!OTHER_GPU_SERIES.test(name) || !facts.get(runsDcgm)) {
    return undefined;
  }
  const meant = GPU_BY_MEANING.find(([parts]) => parts.every(part => part.test(name)));
  return meant && { detail: 'the DCGM exporter, which runs here, has no series of this name', help: `use ${meant[1]}`, class: 'risky' };
}

/** Whether pods of the input export series of GPUs with it. */
function runsDcgm(facts: Facts): boolean {
  return facts.get(podSets).some(({ containers }) => containers.some(({ container }) => /(?:^|\/)dcgm-exporter(?:[:@]|$)/.test(asText(container.image) ?? '')));
}
