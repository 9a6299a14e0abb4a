import { autoscalerTargetNotFound } from './autoscaler-target-not-found/rule';
import { claimNotFound } from './claim-not-found/rule';
import { configMapNotFound } from './config-map-not-found/rule';
import { derivedNameCollision } from './derived-name-collision/rule';
import { deviceClaimShape } from './device-claim-shape/rule';
import { deviceClaimShared } from './device-claim-shared/rule';
import { deviceRequestChoice } from './device-request-choice/rule';
import { deviceSelector } from './device-selector/rule';
import { deviceSharing } from './device-sharing/rule';
import { duplicateObject } from './duplicate-object/rule';
import { duplicateVariable } from './duplicate-variable/rule';
import { environmentValue } from './environment-value/rule';
import { exclusiveClaimShared } from './exclusive-claim-shared/rule';
import { localityBehindGateway } from './locality-behind-gateway/rule';
import { localityClientAffinity } from './locality-client-affinity/rule';
import { localityFleetAutoscaler } from './locality-fleet-autoscaler/rule';
import { localityTargetPort } from './locality-target-port/rule';
import { localityUnreadyEndpoints } from './locality-unready-endpoints/rule';
import { localityVoid } from './locality-void/rule';
import { localityZonesMissed } from './locality-zones-missed/rule';
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
import { textLostInYaml } from './text-lost-in-yaml/rule';
import { unservedResourceMetric } from './unserved-resource-metric/rule';
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
  textLostInYaml,
  localityVoid,
  localityTargetPort,
  deviceClaimShape,
  deviceRequestChoice,
  deviceSelector,
  deviceSharing,
  environmentValue,
  duplicateVariable,
  exclusiveClaimShared,
  restartPolicyOnMainContainer,
  userNamespaceConflict,
  replicasUnderAutoscaler,
  unservedResourceMetric,
  localityZonesMissed,
  localityBehindGateway,
  localityClientAffinity,
  localityFleetAutoscaler,
  localityUnreadyEndpoints,
  deviceClaimShared,
];
