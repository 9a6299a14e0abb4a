import { VllmKvRole } from './kv-transfer';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { VllmVersion, isAtLeast } from '../../knowledge/engines/vllm-releases';
import { TransferSide } from '../engine-plan';

/** Prefill and decode of one model. */
export interface TransferPair {
  readonly prefill: TransferSide;
  readonly decode: TransferSide;
}

export const NIXL = 'NixlConnector';

/**
 * First minor in which a prefill with more tensor-parallel ranks than the decode is not surely refused.
 *
 * Source: vllm-project/vllm#43523 (the version of llm-d 0.4.0, 0.11.2, has no such case; vllm#27274 brought it)
 */
const WIDER_PREFILL: VllmVersion = '0.12';

/**
 * Flags that both sides must give the same value: they are in the hash that the handshake compares, or decide what a block holds.
 *
 * Source: vllm docs/features/nixl_connector_compatibility.md ("What must match between P and D")
 */
const SHARED_FLAGS: readonly string[] = ['--dtype', '--kv-cache-dtype', '--quantization', '--attention-backend', '--hf-overrides', '--revision'];

/** What two sides may not differ in, each check by itself; the fields are those of a pattern with `prefill` and `decode`. */
export const PAIR_CHECKS: readonly ((pair: TransferPair) => void)[] = [
  checkRelease, checkModel, checkConnector, checkRoles, checkTensor, checkPipeline, checkFlags, checkBlocks,
];

/** The handshake compares the version of vLLM and of the connector. */
function checkRelease({ prefill, decode }: TransferPair): void {
  const same = (['major', 'minor', 'patch'] as const).every(part => prefill.release[part] === decode.release[part]);
  if (!same) {
    throw invalid('decode.engine', decode.release.text, `prefill runs vLLM ${prefill.release.text}: the two compare their versions when they meet, and refuse each other`,
      'give both the same version, and upgrade both in one change');
  }
}

function checkModel({ prefill, decode }: TransferPair): void {
  if (prefill.model !== decode.model) {
    throw invalid('decode.engine', decode.model, `prefill computes the blocks of ${prefill.model}, which mean nothing to another model`, 'give both the same model');
  }
  if (prefill.servedName !== decode.servedName) {
    throw invalid('decode.engine', decode.servedName, `prefill serves the model as ${prefill.servedName}: a request goes to both sides under one name, and one of them answers 404`,
      'give both the same servedModelName');
  }
}

function checkConnector({ prefill, decode }: TransferPair): void {
  if (prefill.connector !== decode.connector || prefill.connector === 'OffloadingConnector') {
    throw invalid('decode.engine', decode.connector, prefill.connector === decode.connector ? 'keeps blocks in the memory of its own pod, where no other side finds them'
      : `prefill hands its blocks to ${prefill.connector}, where this side does not look`, 'leave kvTransfer out of both engines, or give both the same');
  }
}

function checkRoles({ prefill, decode }: TransferPair): void {
  if (prefill.kvRole === VllmKvRole.CONSUMER) {
    throw invalid('prefill.engine', prefill.kvRole, 'takes blocks, and prefill hands them over', 'use VllmKvRole.PRODUCER or BOTH, or leave kvTransfer out');
  }
  if (decode.kvRole === VllmKvRole.PRODUCER) {
    throw invalid('decode.engine', decode.kvRole, 'hands blocks over, and decode takes them', 'use VllmKvRole.CONSUMER or BOTH, or leave kvTransfer out');
  }
}

/** Source: vllm vllm/distributed/kv_transfer/kv_connector/utils.py tp_ratio */
function checkTensor({ prefill, decode }: TransferPair): void {
  const [left, right] = [prefill.parallelism.tensor, decode.parallelism.tensor];
  if (prefill.connector !== NIXL || left === right) {
    return;
  }
  const [least, most] = [Math.min(left, right), Math.max(left, right)];
  if (most % least !== 0) {
    throw invalid('decode.engine', right, `tensor ${most} is not divisible by tensor ${least}: prefill has ${left}, decode ${right}, and each rank reads from whole ranks of the other side`,
      'make one a multiple of the other');
  }
  if (left > right && !isAtLeast(prefill.release, WIDER_PREFILL)) {
    throw invalid('prefill.engine', left, `decode has tensor ${right}, and in vLLM ${prefill.release.text} a rank of decode reads from one rank of prefill, so prefill may not have more`,
      `use tensorParallel: ${right} or less for prefill, or a newer vLLM`);
  }
}

/** Source: vllm-project/vllm#40674, #45880 (only a connector that pushes, NixlPushConnector, knows stages, and those of prefill alone) */
function checkPipeline(pair: TransferPair): void {
  const side = (['prefill', 'decode'] as const).find(each => pair[each].connector === NIXL && pair[each].parallelism.pipeline > 1);
  if (side) {
    throw forbidden(`${side}.engine`, `pipeline ${pair[side].parallelism.pipeline}: ${NIXL} knows no pipeline stages`, 'use tensorParallel, over nodes too, or a connector that knows them');
  }
}

function checkFlags({ prefill, decode }: TransferPair): void {
  for (const flag of SHARED_FLAGS) {
    const [left, right] = [valueOf(prefill, flag), valueOf(decode, flag)];
    if (left !== right) {
      throw invalid('decode.engine', right ?? `no ${flag}`, `prefill has ${left === undefined ? `no ${flag}` : `${flag} ${left}`}: blocks of one are not blocks of the other`,
        `give both the same ${flag}, or none`);
    }
  }
}

/** Source: vllm docs/features/nixl_connector_compatibility.md (only a smaller block of prefill is remapped) */
function checkBlocks({ prefill, decode }: TransferPair): void {
  const [left, right] = [valueOf(prefill, '--block-size'), valueOf(decode, '--block-size')];
  if (left !== undefined && right !== undefined && Number(left) > Number(right)) {
    throw invalid('prefill.engine', Number(left), `decode has --block-size ${right}, and only smaller blocks of prefill fit into larger ones of decode`, 'give both the same --block-size');
  }
}

/** A prompt that prefill takes and decode refuses was computed for nothing. Of several pools those that take the longest are compared. */
export function checkLength({ prefill, decode }: TransferPair): void {
  if (prefill.maxModelLength !== undefined && decode.maxModelLength !== undefined && decode.maxModelLength < prefill.maxModelLength) {
    throw invalid('decode.engine', decode.maxModelLength, `prefill takes ${prefill.maxModelLength} tokens: what is longer than this is prefilled, and then refused`,
      `use maxModelLength: ${prefill.maxModelLength} or more for decode`);
  }
}

/** The value of a flag of the user's, as one word or two. */
function valueOf({ args }: TransferSide, flag: string): string | undefined {
  const words = args.map(word => word.startsWith('--') ? word.replace(/^[^=]*/, name => name.replace(/_/g, '-')) : word);
  const index = words.findIndex(word => word === flag || word.startsWith(`${flag}=`));
  return index < 0 ? undefined : words[index] === flag ? words[index + 1] : words[index].slice(flag.length + 1);
}
