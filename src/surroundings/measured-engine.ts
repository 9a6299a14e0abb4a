import { InvalidInput, forbidden, required } from '../base/errors/invalid-input';
import { InferenceEngine } from '../engines/inference-engine';
import { EngineMetrics } from '../knowledge/engines/engine-metric';
import { Workload } from '../workloads/handle/workload';

/*
 * What the engine of a workload exports: as the workload says it, or as the user of a surrounding does (`engine`).
 */

/** An engine, and what it exports. */
export interface MeasuredEngine {
  /** Engine and version, for messages. */
  readonly title: string;
  readonly metrics: EngineMetrics;
}

/** Why no series of an engine is known. */
export interface UnknownSeries {
  readonly reason: string;
  /** Absent where nobody says more than that an engine is missing. */
  readonly help?: string;
}

/** Of an engine without metrics of the library, its user may know them. */
const DECLARE = 'say what it exports: engine: InferenceEngine.custom with its metrics';

/**
 * Undefined where nobody says what it exports. Refuses another engine than the one that the workload says: its series are never there, so that an autoscaler
 * would stand still, and an alert stay silent.
 */
export function measuredEngine(workload: Workload, engine: InferenceEngine | undefined): MeasuredEngine | undefined {
  const { name, metrics, _series: series, _unmeasured } = workload;
  const own = series ? metrics?.engine ?? 'its own engine' : _unmeasured?.engine;
  if (engine && own !== undefined && (series || engine._factory !== 'custom')) {
    throw forbidden('engine', `${name} says by itself what runs in it: ${own}`, series ? 'leave it out' : `leave it out, or ${DECLARE}`);
  }
  if (series) {
    return { title: metrics?.engine ?? `the engine of ${name}`, metrics: series };
  }
  const given = engine?._plan({ kind: 'single' }).metrics;
  return given && { title: titleOf(engine!), metrics: given };
}

/** Where `measuredEngine` knows none. */
export function unknownSeries({ name, _unmeasured }: Workload, engine: InferenceEngine | undefined): UnknownSeries {
  if (engine) {
    return { reason: `no metrics of ${titleOf(engine)} are known to this library`, help: DECLARE };
  }
  return {
    reason: _unmeasured?.reason ?? `nothing says which engine runs in ${name}`,
    help: _unmeasured?.engine !== undefined ? DECLARE : _unmeasured?.help && `give engine, or ${_unmeasured.help}`,
  };
}

/** Refuses what cannot be without series: `so the names of its series are not known`. */
export function unmeasured(workload: Workload, engine: InferenceEngine | undefined, consequence: string, otherwise: string): InvalidInput {
  const { reason, help = 'give the engine' } = unknownSeries(workload, engine);
  return (engine ? forbidden : required)('engine', `${reason}, ${consequence}`, `${help}, ${otherwise}`);
}

function titleOf({ name, version }: InferenceEngine): string {
  return `${name} ${version}`;
}
