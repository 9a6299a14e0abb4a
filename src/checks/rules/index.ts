import { autoscalerTargetNotFound } from './autoscaler-target-not-found/rule';
import { claimNotFound } from './claim-not-found/rule';
import { configMapNotFound } from './config-map-not-found/rule';
import { derivedNameCollision } from './derived-name-collision/rule';
import { duplicateObject } from './duplicate-object/rule';
import { duplicateVariable } from './duplicate-variable/rule';
import { environmentValue } from './environment-value/rule';
import { exclusiveClaimShared } from './exclusive-claim-shared/rule';
import { nameTooLong } from './name-too-long/rule';
import { namedPortNotFound } from './named-port-not-found/rule';
import { overlappingBudgets } from './overlapping-budgets/rule';
import { policySelectsNothing } from './policy-selects-nothing/rule';
import { replicasUnderAutoscaler } from './replicas-under-autoscaler/rule';
import { resourceClaimNotFound } from './resource-claim-not-found/rule';
import { restartPolicyOnMainContainer } from './restart-policy-on-main-container/rule';
import { Rule } from './rule';
import { selectorMissesTemplate } from './selector-misses-template/rule';
import { serviceSelectsNothing } from './service-selects-nothing/rule';
import { userNamespaceConflict } from './user-namespace-conflict/rule';
import { volumeNotDeclared } from './volume-not-declared/rule';

/** Every rule, by id. */
export const RULES: readonly Rule[] = [
  duplicateObject,
  derivedNameCollision,
  serviceSelectsNothing,
  policySelectsNothing,
  namedPortNotFound,
  claimNotFound,
  configMapNotFound,
  volumeNotDeclared,
  autoscalerTargetNotFound,
  nameTooLong,
  resourceClaimNotFound,
  overlappingBudgets,
  selectorMissesTemplate,
  environmentValue,
  duplicateVariable,
  exclusiveClaimShared,
  restartPolicyOnMainContainer,
  userNamespaceConflict,
  replicasUnderAutoscaler,
];
