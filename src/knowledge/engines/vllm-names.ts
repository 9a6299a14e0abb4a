import { VLLM_METRICS } from './vllm-metrics';

const PREFIX = 'vllm_';
const SUFFIX = /_(?:bucket|sum|count)$/;
/** Of routers in front of the engine, which count for themselves. */
const ROUTERS = /^vllm_(?:router|pd)_/;

/** What a name with an underscore where vLLM writes a colon probably means. */
export interface MeantSeries {
  readonly meant: string;
  /** Whether the rest is the same, so that a collector may have written the colon as an underscore. */
  readonly isSame: boolean;
}

/** Undefined for names that are none of vLLM's, and for those that are like none of its series. */
export function meantByName(name: string): MeantSeries | undefined {
  if (!name.startsWith(PREFIX) || ROUTERS.test(name)) {
    return undefined;
  }
  const rest = name.slice(PREFIX.length).replace(SUFFIX, '');
  const same = VLLM_METRICS.find(row => [`vllm:${rest}`, `vllm:${name.slice(PREFIX.length)}`, `vllm:${rest}_total`].includes(row.name));
  const meant = same?.name ?? likest(rest);
  return meant === undefined ? undefined : { meant, isSame: same !== undefined };
}

/** The series that shares most words with it, two at least. */
function likest(rest: string): string | undefined {
  const words = new Set(rest.split('_'));
  const [first] = VLLM_METRICS.filter(({ until, hiddenSince }) => until === undefined && hiddenSince === undefined)
    .map(({ name }) => ({ name, score: name.slice(PREFIX.length).split('_').filter(word => words.has(word)).length }))
    .sort((one, other) => other.score - one.score);
  return first.score >= 2 ? first.name : undefined;
}
