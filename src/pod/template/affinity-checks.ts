import { PlainObject } from '../../base/plain';
import { asList, asObject, asTexts } from '../../base/reading';
import { refusePart } from '../../kubernetes/refused/pod';
import { refuseText } from '../../kubernetes/refused/refused';
import { labelValue } from '../../kubernetes/validation/names';
import { Path } from '../../kubernetes/validation/path';

/** Parts of a path that no call of cdk8s-plus-28 has: which list of terms, and which of them. */
const TERMS = /\.(required|preferred)DuringSchedulingIgnoredDuringExecution|\.(nodeSelectorTerms|preference|podAffinityTerm)(?=[.[])|\[[0-9]+\]|\.(key|operator|values)(?=$|\[)/g;

/** The terms that place a pod: cdk8s-plus-28 passes on what `scheduling` was given. */
export function checkAffinity(field: string, affinity: PlainObject | undefined): void {
  refusePart(error => ({ field: error.field.replace(TERMS, ''), help: HELP }),
    ({ validateAffinity }, scope) => validateAffinity(affinity ?? {}, scope, Path.root(field)));
  checkPreferences(`${field}.nodeAffinity.matchExpressions`, asObject(affinity?.nodeAffinity));
}

const HELP = 'give labels as nodes or pods carry them: kubectl get nodes --show-labels';

/** The API server takes any text in a preference, which no node then has. */
function checkPreferences(field: string, node: PlainObject): void {
  for (const { preference } of asList(node.preferredDuringSchedulingIgnoredDuringExecution)) {
    for (const { operator, values } of asList(asObject(preference).matchExpressions)) {
      (operator === 'In' || operator === 'NotIn' ? asTexts(values) : []).forEach(value => refuseText(field, value, labelValue(value), HELP));
    }
  }
}

/** Tolerations, likewise. An empty key tolerates every taint, as `NodeTaintQuery.any()` means it. */
export function checkTolerations(field: string, tolerations: readonly PlainObject[]): void {
  refusePart(error => ({ field: error.field, help: 'give the taint as kubectl describe node prints it' }),
    ({ validateTolerations }, scope) => validateTolerations(tolerations, scope, Path.root(field)));
}
