import { FlagTable } from './flag-table';

/** Engines whose flags were read. */
export type TableName = 'llama-cpp' | 'sglang' | 'tensorrt-llm' | 'text-generation-inference' | 'tritonserver' | 'vllm';

interface Rows {
  readonly RELEASES: string;
  readonly FLAGS: string;
}

/* Loaded late, each by itself: most runs meet one engine or none. */
/* eslint-disable @typescript-eslint/no-require-imports */
const LOADERS: { readonly [name in TableName]: () => Rows } = {
  'llama-cpp': () => require('./llama-cpp.generated') as typeof import('./llama-cpp.generated'),
  'sglang': () => require('./sglang.generated') as typeof import('./sglang.generated'),
  'tensorrt-llm': () => require('./tensorrt-llm') as typeof import('./tensorrt-llm'),
  'text-generation-inference': () => require('./text-generation-inference.generated') as typeof import('./text-generation-inference.generated'),
  'tritonserver': () => require('./tritonserver.generated') as typeof import('./tritonserver.generated'),
  'vllm': () => require('./vllm.generated') as typeof import('./vllm.generated'),
};
/* eslint-enable @typescript-eslint/no-require-imports */

const known = new Map<TableName, FlagTable>();

/** The flags and variables of an engine. */
export function flagTable(name: TableName): FlagTable {
  let table = known.get(name);
  if (!table) {
    const { RELEASES, FLAGS } = LOADERS[name]();
    table = new FlagTable(RELEASES, FLAGS);
    known.set(name, table);
  }
  return table;
}
