import { validateLabels } from '../labels';
import { labelName } from '../names';
import { Path } from '../path';
import { scopeOf } from '../pod/pod-template';
import { validateOverhead } from '../pod/resources';
import { validateTolerations } from '../pod/tolerations';
import { listOf, mapOf, textOf } from '../values';
import { Subject } from './subject';

const [HANDLER, OVERHEAD, SCHEDULING] = [Path.root('handler'), Path.root('overhead'), Path.root('scheduling')];

/** Source: pkg/apis/node/validation/validation.go ValidateRuntimeClass (v1.36) */
export function validateRuntimeClass({ body, context, errors }: Subject): void {
  const handler = textOf(body.handler);
  if (handler === '') {
    errors.required(HANDLER);
  } else {
    errors.invalidAll(HANDLER, handler, labelName(handler, false));
  }
  const scope = scopeOf({}, '', false, context, errors);
  validateOverhead(mapOf(body.overhead)?.podFixed, scope, OVERHEAD);
  const { nodeSelector, tolerations } = mapOf(body.scheduling) ?? {};
  validateLabels(nodeSelector, SCHEDULING.child('nodeSelector'), errors);
  validateTolerations(listOf(tolerations), scope, SCHEDULING.child('tolerations'));
  const seen = new Set<string>();
  listOf(tolerations).forEach((each, index) => {
    const toleration = mapOf(each) ?? {};
    const key = JSON.stringify(['key', 'operator', 'value', 'effect'].map(name => textOf(toleration[name])));
    if (seen.has(key)) {
      errors.duplicate(SCHEDULING.child('tolerations').index(index), toleration);
    }
    seen.add(key);
  });
}
