import { Roles } from './objects';
import { PrefillDecodeRatio } from './props';
import { partsOf } from './sides';
import { STAGES, Stage, StagePlan } from './stage';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { greatestCommonDivisor } from '../../base/numbers';
import { rangeText } from '../../base/text/range';
import { isUnplanned } from '../../given/mistakes/unplanned';

/*
 * The ratio between the numbers of both sides. What scales a role may be put around it after the whole is made, so that it is known at synth alone.
 */

/** A role with the numbers that it has by now: those of a WorkloadAutoscaler around it, else its own. */
export interface CountedRole extends StagePlan {
  /** Who changes its number; absent where it stands. */
  readonly scaler?: string;
  /** Whether its numbers are not known here: somebody else decides, or what decides has a mistake. */
  readonly isOpen: boolean;
}

/** The roles as they are now. */
export function countRoles(parts: readonly StagePlan[], roles: Roles): CountedRole[] {
  return parts.map((part, index) => {
    const { workload: { _scaler, _isScaled, scale }, deployment, groups } = roles[index];
    if (_scaler?.bounds) {
      return { ...part, ..._scaler.bounds, scaler: `WorkloadAutoscaler ${_scaler.path}`, isOpen: false };
    }
    // Where nothing may scale it, its own numbers stand whatever was tried.
    const isScaled = scale.target !== undefined && (_scaler !== undefined || _isScaled);
    return {
      ...part,
      scaler: part.deployment?.autoscaling ? 'autoscaling of the role' : isScaled ? 'an autoscaler whose bounds are not known here' : undefined,
      isOpen: isScaled || isUnplanned((deployment ?? groups)!),
    };
  });
}

export function checkRatioNumbers(ratio: PrefillDecodeRatio | undefined): void {
  if (ratio) {
    STAGES.forEach(stage => wholeNumber(`ratio.${stage}`, ratio[stage], { min: 1 }));
  }
}

/** With autoscalers the ratio must hold at both ends; between them each role follows its own load. */
export function checkRatio(ratio: PrefillDecodeRatio | undefined, roles: readonly CountedRole[]): void {
  if (!ratio || roles.some(({ isOpen }) => isOpen)) {
    return;
  }
  const totals = totalsOf(roles);
  const wrong = endsOf(totals).filter(end => !fits(totals, ratio, end));
  if (wrong.length > 0) {
    const numbers = STAGES.map(stage => partsOf(roles, stage).map(numberText).join(' + ')).join(', ');
    const stated = `${ratio.prefill}:${ratio.decode}`;
    throw invalid('ratio', stated, `${numbers}: ${wrong.map(end => endText(totals, end)).join(', ')}, and ratio says ${stated}`, remedy(totals, ratio));
  }
}

/** The ratio as it is, and what was stated of it. */
export function ratioText(ratio: PrefillDecodeRatio | undefined, roles: readonly CountedRole[]): string {
  const open = roles.filter(({ isOpen }) => isOpen);
  if (open.length > 0) {
    const stated = ratio ? `${ratio.prefill} : ${ratio.decode} is stated` : 'no ratio is stated';
    return `not known: how many there are of ${open.map(({ part }) => part).join(' and ')} is decided elsewhere; ${stated}`;
  }
  const totals = totalsOf(roles);
  const ends = endsOf(totals);
  const text = ends.map(end => `${totals.prefill[end]} prefill : ${totals.decode[end]} decode${ends.length > 1 ? ` at ${end}` : ''}`).join(', ');
  if (!ratio) {
    return `${text}; no ratio is stated`;
  }
  const stated = `${ratio.prefill} : ${ratio.decode}`;
  return ends.every(end => fits(totals, ratio, end)) ? `${text} = ${stated}, as stated` : `${text}, but ${stated} is stated`;
}

type End = 'least' | 'most';

/** All pools of each side together. */
type Totals = Record<Stage, Record<End, number>>;

function totalsOf(roles: readonly CountedRole[]): Totals {
  const sum = (stage: Stage, end: End) => partsOf(roles, stage).reduce((total, role) => total + role[end], 0);
  const totalOf = (stage: Stage) => ({ least: sum(stage, 'least'), most: sum(stage, 'most') });
  return { prefill: totalOf('prefill'), decode: totalOf('decode') };
}

function endsOf(totals: Totals): readonly End[] {
  return STAGES.some(stage => isRange(totals[stage])) ? ['least', 'most'] : ['least'];
}

function isRange({ least, most }: Record<End, number>): boolean {
  return least !== most;
}

/** None of both is in every ratio. */
function fits({ prefill, decode }: Totals, ratio: PrefillDecodeRatio, end: End): boolean {
  return prefill[end] * ratio.decode === decode[end] * ratio.prefill;
}

function numberText({ part, least, most, scaler }: CountedRole): string {
  return `${part} ${rangeText(least, most)}${scaler === undefined ? '' : ` (${scaler})`}`;
}

/** `at most 4:4 = 1:1`. */
function endText(totals: Totals, end: End): string {
  const [prefill, decode] = STAGES.map(stage => totals[stage][end]);
  const divisor = greatestCommonDivisor(prefill, decode);
  const reduced = divisor > 1 && prefill > 0 && decode > 0 ? ` = ${prefill / divisor}:${decode / divisor}` : '';
  return `${endsOf(totals).length > 1 ? `at ${end} ` : ''}${prefill}:${decode}${reduced}`;
}

function remedy(totals: Totals, ratio: PrefillDecodeRatio): string {
  const scaled = STAGES.filter(stage => isRange(totals[stage]));
  if (scaled.length === 0) {
    return 'change replicas, groups or the bounds of an autoscaler of one role, or the ratio';
  }
  const fitting = new Set(scaled.map(stage => boundsBy(stage, totals[stage], ratio)));
  return `scale both sides with bounds in the ratio: ${[...fitting].join(', or ')}; or leave ratio out`;
}

/** Bounds of both sides that keep those of one, or what of them is in the ratio. */
function boundsBy(stage: Stage, { least, most }: Record<End, number>, ratio: PrefillDecodeRatio): string {
  const divisor = greatestCommonDivisor(ratio.prefill, ratio.decode);
  const unit = ratio[stage] / divisor;
  const fewest = Math.ceil(least / unit);
  const largest = Math.max(1, fewest, Math.floor(most / unit));
  return STAGES.map(each => `${rangeText(fewest * ratio[each] / divisor, largest * ratio[each] / divisor)} ${each}`).join(' with ');
}
