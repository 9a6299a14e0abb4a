import { Engine } from './engine';

/** Engines whose commands are not read here; their series are known. */
export const SERIES_ONLY: readonly Engine[] = [
  engine('lmdeploy', 'LMDeploy', 'lmdeploy:', 'lmdeploy docs/en/advance/metrics.md'),
];

function engine(name: string, title: string, series: string, source: string): Engine {
  return { name, title, programs: [], modules: [], sharesMemory: false, series, source };
}
