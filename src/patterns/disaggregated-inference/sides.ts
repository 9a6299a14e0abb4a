import { DisaggregatedInferenceProps } from './props';
import { InferenceRole } from './role';
import { LLMD_LABELS, SidePlan, STACK_LABELS, STAGES, Stage } from './stage';
import { forbidden, invalid, renamed } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { Labels } from '../../base/labels';
import { NIXL, PAIR_CHECKS, TransferPair, checkLength } from '../../engines/vllm/kv-pair';
import { BLOCKS_BETWEEN_VENDORS } from '../../engines/vllm/notices';
import { Attempt } from '../../given/mistakes/collecting';
import { devicesOf } from '../../knowledge/device-images';
import { checkNamePart } from '../../kubernetes/refused/names';

/** A role as it was given, and what it is called. */
export interface GivenPart {
  readonly stage: Stage;
  readonly pool?: string;
  readonly part: string;
  readonly field: string;
  readonly role: InferenceRole;
}

/** Ends of names that the objects of a role have already. */
const TAKEN: readonly string[] = ['leader', 'worker', 'serving', 'router'];

/** Both sides first, then further pools by name: whatever numbers them is not moved by the order in which they are written. */
export function givenParts(props: DisaggregatedInferenceProps, attempt: Attempt): GivenPart[] {
  const first = STAGES.map(stage => ({ stage, part: stage, field: stage, role: props[stage] }));
  const further = STAGES.flatMap(stage => {
    const field = `${stage}Pools` as const;
    return Object.entries(props[field] ?? {}).map(([pool, role]) => {
      attempt(() => checkPool(`${field}[${pool}]`, pool));
      return { stage, pool, part: `${stage}-${pool}`, field: `${field}[${pool}]`, role };
    });
  });
  return [...first, ...further.sort((one, other) => (one.part < other.part ? -1 : 1))];
}

function checkPool(field: string, pool: string): void {
  checkNamePart(field, pool);
  if (!/^[a-z]/.test(pool) || TAKEN.includes(pool)) {
    throw invalid(field, pool, TAKEN.includes(pool) ? 'is the end of a name that the objects of a role have already' : 'begins with a digit, as the groups of a role end in one',
      'give the pool another name');
  }
}

/** Any pod of one side may meet any of the other. A mistake is told once for all pairs. */
export function checkPairs(parts: readonly SidePlan[], attempt: Attempt): void {
  const pairs = partsOf(parts, 'prefill').flatMap(prefill => partsOf(parts, 'decode').map(decode => ({ prefill, decode })));
  PAIR_CHECKS.forEach(check => attempt(() => pairs.forEach(pair => checkPair(check, pair))));
}

function checkPair(check: (pair: TransferPair) => void, { prefill, decode }: { readonly prefill: SidePlan; readonly decode: SidePlan }): void {
  renamed(({ field }) => field.replace(/^(prefill|decode)/, stage => (stage === 'prefill' ? prefill : decode).field), () => check({ prefill: prefill.side, decode: decode.side }));
}

/**
 * Where nobody tells requests apart by their length, pools of one side take all of them. Else the longest prompts must find a place on both sides.
 */
export function checkLengths(parts: readonly SidePlan[], tellsLengths: boolean): void {
  const [prefill, decode] = STAGES.map(stage => {
    const [first, ...others] = partsOf(parts, stage);
    const other = others.find(({ side }) => side.maxModelLength !== first.side.maxModelLength);
    if (other && !tellsLengths) {
      throw forbidden(`${other.field}.engine`, `takes ${lengthOf(other)}, and ${first.field} ${lengthOf(first)}: the router looks at no length, so some prompts reach a pod that refuses them`,
        'give all pools of one side the same maxModelLength, or use PrefillDecodeRouter.llmdSidecar()');
    }
    const most = ({ side }: SidePlan) => side.maxModelLength ?? Infinity;
    return others.reduce((longest, each) => (most(each) > most(longest) ? each : longest), first);
  });
  checkPair(checkLength, { prefill, decode });
}

function lengthOf({ side }: SidePlan): string {
  return side.maxModelLength === undefined ? 'as many tokens as the model' : `${side.maxModelLength} tokens`;
}

export function partsOf<Part extends Pick<SidePlan, 'stage'>>(parts: readonly Part[], stage: Stage): Part[] {
  return parts.filter(each => each.stage === stage);
}

/** NIXL between devices of two vendors: nobody promises that it works, or that it never does. */
export function adviseOnVendors(parts: readonly SidePlan[]): Finding[] {
  const [first, ...others] = parts.filter(({ side, vendor }) => side.connector === NIXL && vendor !== undefined);
  const other = others.find(({ vendor }) => vendor !== first.vendor);
  return other === undefined ? [] : [{
    ...noticed(BLOCKS_BETWEEN_VENDORS),
    field: `${other.field}.accelerator`,
    message: `Invalid value: "${devicesOf(other.vendor!)}": ${first.field} has ${devicesOf(first.vendor!)}: when the two meet they compare version and attention backend, and refuse each other where these differ, as the defaults of two vendors do`,
    help: 'give both devices of one vendor; or the same --attention-backend in args of both engines, and acknowledge this once a request was seen to come through',
  }];
}

/** What routers know a stage by. */
export function stageLabels(stage: Stage, { router }: Pick<DisaggregatedInferenceProps, 'router'>): Labels {
  return { ...LLMD_LABELS[stage], ...(router._kind === 'productionStack' ? STACK_LABELS[stage] : {}) };
}
