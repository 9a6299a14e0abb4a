import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { domainPrefixedPath, labelName } from '../../names';
import { Path } from '../../path';
import { byteLength, isGiven, mapOf, textOf } from '../../values';
import { validateResource } from '../ingress';
import { SPEC, Subject } from '../subject';

const LONGEST_CONTROLLER = 250;
const SCOPES = ['Cluster', 'Namespace'];

/** Source: pkg/apis/networking/validation/validation.go validateIngressClassSpec (v1.36) */
export function validateIngressClass({ spec, errors }: Subject): void {
  const [controller, path] = [textOf(spec.controller), SPEC.child('controller')];
  if (byteLength(controller) > LONGEST_CONTROLLER) {
    errors.tooLong(path, LONGEST_CONTROLLER);
  }
  if (controller === '') {
    errors.required(path);
  } else {
    errors.invalidAll(path, controller, domainPrefixedPath(controller));
  }
  const parameters = mapOf(spec.parameters);
  if (parameters !== undefined) {
    validateResource(parameters, SPEC.child('parameters'), errors);
    validateScope(parameters, SPEC.child('parameters'), errors);
  }
}

/** Source: pkg/apis/networking/v1/defaults.go SetDefaults_IngressClass: of the whole cluster where nobody says (v1.36) */
function validateScope({ scope: written, namespace }: PlainObject, path: Path, errors: Errors): void {
  const scope = isGiven(written) ? textOf(written) : 'Cluster';
  const at = path.child('namespace');
  if (!SCOPES.includes(scope)) {
    errors.unsupported(path.child('scope'), written, SCOPES);
  } else if (scope === 'Cluster' && isGiven(namespace)) {
    errors.forbidden(at, "`parameters.scope` is set to 'Cluster'");
  } else if (scope === 'Namespace' && !isGiven(namespace)) {
    errors.required(at, "`parameters.scope` is set to 'Namespace'");
  } else if (scope === 'Namespace') {
    errors.invalidAll(at, namespace, labelName(textOf(namespace), false));
  }
}
